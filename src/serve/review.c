#include "serve/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const double severity = 4;

/* Lost chances with their marks, the worst first. */
static const struct {
    double thrown;
    const char *mark;
} marks[] = {{0.15, "??"}, {0.1, "?"}, {0.05, "?!"}};

/* The final margin for the side to move after the game has ended. */
static double end_margin(const struct session *session)
{
    const struct position *p = session_now(session);
    enum ending ending = session_ending(session);
    int score[2];
    position_score(p, score);
    return ending == ENDING_REPETITION || ending == ENDING_PLY_LIMIT
               ? 0
               : score[p->side] - score[1 - p->side];
}

static struct outlook value_outlook(const struct reviewed_move *m)
{
    return (struct outlook){m->value, m->value_proven, m->value_decided, m->value_beyond};
}

static struct outlook best_outlook(const struct reviewed_move *m)
{
    return (struct outlook){m->best_value, m->best_proven, m->best_decided, m->best_beyond};
}

static void judge_move(const struct session *session, int ply, const struct analysis *a,
                       struct outlook after, struct reviewed_move *m)
{
    *m = (struct reviewed_move){.ply = ply,
                                .side = a->position->side,
                                .move = session->move[ply],
                                .value = -after.margin,
                                .value_proven = after.proven,
                                .value_decided = after.decided,
                                .value_beyond = after.beyond,
                                .best_value = a->line[0].value,
                                .best_proven = a->proven,
                                .best_decided = a->line[0].decided,
                                .best_beyond = a->line[0].beyond,
                                .best = a->line[0]};
    const bool is_best = m->best.code[0] == m->move || !m->best.has_value ||
                         !outlook_exceeds(best_outlook(m), value_outlook(m));
    if (is_best) {
        /* the played move is the best one known: its result is more reliable than the search */
        m->best_value = m->value;
        m->best_beyond = m->value_beyond;
        m->best_proven = m->value_proven && (a->proven || m->best.code[0] == m->move);
        m->best_decided = m->value_decided &&
                          (m->value > 0 || m->best_decided || m->best.code[0] == m->move);
        if (m->best.code[0] != m->move) {
            m->best.length = 1;
            m->best.code[0] = m->move;
        }
    }
    /* The margin of a certain result may be a mere bound, and so below an estimate. Then the played
     * move may be as good, and no loss is known. */
    m->loss = fmax(0, m->best_value - m->value);
    m->chance_before = outlook_chance(a->position, best_outlook(m));
    const bool is_as_good = is_best || (m->loss == 0 && !m->value_decided);
    m->chance_after = is_as_good ? m->chance_before : outlook_chance(a->position, value_outlook(m));
}

static double thrown_by(const struct reviewed_move *m)
{
    const double thrown = m->chance_before - m->chance_after;
    return thrown > 0 ? thrown : 0;
}

const char *review_mark(const struct reviewed_move *m)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (thrown_by(m) >= marks[i].thrown)
            return marks[i].mark;
    return "";
}

/* Finds the deciding move; moves arrive last one first. It is a marked move of the side that lost
 * or, in an unfinished game, had nearly lost; so a draw and an open unfinished game have none. It
 * is the last of these moves before which the mover had hope and after which the chances were even
 * at best. If there is none, it is the one that gave away most. */
struct decision {
    double lost[2]; /* how certainly each side had lost after the last move */
    bool found;
    double worst;
};

static void count_move(struct review_summary *summary, struct decision *d,
                       const struct reviewed_move *m)
{
    static const double hope = 0.4, even = 0.5, lost = 0.75;
    summary->moves[m->side]++;
    summary->loss[m->side] += m->loss;
    summary->accuracy[m->side] += exp(-severity * thrown_by(m));
    if (d->found || !*review_mark(m) || d->lost[m->side] < lost)
        return;
    d->found = m->chance_before >= hope && m->chance_after <= even;
    if (d->found || thrown_by(m) > d->worst) {
        d->worst = thrown_by(m);
        summary->deciding = m->ply;
    }
}

static struct limits position_limits(double seconds, uint64_t nodes, const atomic_bool *stop)
{
    struct limits limits = analysis_limits(nodes > 0 ? 0 : seconds, stop);
    limits.nodes = nodes;
    return limits;
}

/* The outlook of the position after the last move. */
static struct outlook last_outlook(struct analyst *analyst, const struct session *session,
                                   const struct limits *limits, struct analysis *a)
{
    if (session_ending(session) != ENDING_NONE)
        return (struct outlook){.margin = end_margin(session), .proven = true, .decided = true};
    analyst_run(analyst, session, session->count, limits, NULL, NULL, a);
    return line_outlook(&a->line[0]);
}

/* Searches the position after the played move as deeply as the best move, unless its result is
 * certain. */
static struct outlook look_after(struct analyst *analyst, const struct session *session, int ply,
                                 const struct analysis *before, struct outlook known,
                                 struct limits limits)
{
    if (known.decided || before->depth < 2 || before->line[0].code[0] == session->move[ply])
        return known;
    struct analysis *a = memory_new(sizeof *a);
    limits.started = clock_seconds(limits.source);
    limits.depth = before->depth - 1;
    analyst_run(analyst, session, ply + 1, &limits, NULL, NULL, a);
    if (a->line[0].has_value)
        known = line_outlook(&a->line[0]);
    free(a);
    return known;
}

bool review_run(const struct session *session, double seconds, uint64_t nodes,
                const atomic_bool *stop, review_listener *listener, void *context,
                struct review_summary *summary)
{
    *summary = (struct review_summary){.deciding = -1};
    struct decision decision = {0};
    struct analyst *analyst = analyst_new(session->world, 1);
    struct analysis *a = memory_new(sizeof *a);
    struct reviewed_move *m = memory_new(sizeof *m);
    struct limits limits = position_limits(seconds, nodes, stop);
    struct outlook after = last_outlook(analyst, session, &limits, a);
    const struct position *last = session_now(session);
    decision.lost[last->side] = 1 - outlook_chance(last, after);
    decision.lost[1 - last->side] = outlook_chance(last, after);
    bool stopped = false;
    for (int ply = session->count - 1; ply >= 0 && !stopped; ply--) {
        limits = position_limits(seconds, nodes, stop);
        analyst_run(analyst, session, ply, &limits, NULL, NULL, a);
        after = look_after(analyst, session, ply, a, after, limits);
        judge_move(session, ply, a, after, m);
        count_move(summary, &decision, m);
        stopped = stop && atomic_load(stop);
        if (!stopped)
            listener(context, session, m);
        after = best_outlook(m);
    }
    for (int side = 0; side < 2; side++)
        if (summary->moves[side] > 0)
            summary->accuracy[side] *= 100.0 / summary->moves[side];
    free(m);
    free(a);
    analyst_free(analyst);
    return !stopped;
}

void review_verdict(const struct game *game, const struct reviewed_move *m, char out[100])
{
    out[0] = 0;
    if (!m->best_decided || !m->value_decided)
        return;
    struct text before = {0}, after = {0};
    outlook_add_short(&before, game, best_outlook(m));
    outlook_add_short(&after, game, value_outlook(m));
    if (strcmp(before.data, after.data) != 0)
        snprintf(out, 100, "this was %s; now it is %s", before.data, after.data);
    text_free(&before);
    text_free(&after);
}
