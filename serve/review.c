#include "serve/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Points: this lead makes a win about three times as likely as a loss. */
static const double lead_scale = 10;

static const double severity = 4;

static double chance_of(double margin, bool proven)
{
    if (proven)
        return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    return 1 / (1 + exp(-margin / lead_scale));
}

/* The final margin for the side to move where the game has ended. */
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

/* What is known of the position after a move, for the side to move there. */
struct knowledge {
    double value;
    bool proven;
};

static void judge_move(const struct session *session, int ply, const struct analysis *a,
                       struct knowledge after, struct reviewed_move *m)
{
    *m = (struct reviewed_move){.ply = ply,
                                .side = a->position->side,
                                .move = session->move[ply],
                                .value = -after.value,
                                .value_proven = after.proven,
                                .best_value = a->line[0].value,
                                .best_proven = a->proven,
                                .best = a->line[0]};
    if (m->best.code[0] == m->move || !m->best.has_value || m->best_value <= m->value) {
        /* the played move is the best one known: what came of it says more than the search */
        m->best_value = m->value;
        m->best_proven = m->value_proven && (a->proven || m->best.code[0] == m->move);
        if (m->best.code[0] != m->move) {
            m->best.length = 1;
            m->best.code[0] = m->move;
        }
    }
    m->loss = m->best_value - m->value;
    m->chance_before = chance_of(m->best_value, m->best_proven);
    m->chance_after = chance_of(m->value, m->value_proven);
    if (m->loss <= 0)
        m->chance_after = m->chance_before;
}

static void count_move(struct review_summary *summary, const struct reviewed_move *m)
{
    double thrown = m->chance_before - m->chance_after;
    summary->moves[m->side]++;
    summary->loss[m->side] += m->loss;
    summary->accuracy[m->side] += exp(-severity * (thrown > 0 ? thrown : 0));
}

static struct limits position_limits(double seconds, uint64_t nodes, const atomic_bool *stop)
{
    struct limits limits = analysis_limits(nodes > 0 ? 0 : seconds, stop);
    limits.nodes = nodes;
    return limits;
}

/* What there is to know of the position after the last move. */
static struct knowledge last_knowledge(struct analyst *analyst, const struct session *session,
                                       const struct limits *limits, struct analysis *a)
{
    if (session_ending(session) != ENDING_NONE)
        return (struct knowledge){end_margin(session), true};
    analyst_run(analyst, session, session->count, limits, NULL, NULL, a);
    return (struct knowledge){a->line[0].value, a->proven};
}

/* Looks at the played move as deeply as at the best one, unless what came of it is proven. */
static struct knowledge look_after(struct analyst *analyst, const struct session *session, int ply,
                                   const struct analysis *before, struct knowledge known,
                                   struct limits limits)
{
    if (known.proven || before->depth < 2 || before->line[0].code[0] == session->move[ply])
        return known;
    struct analysis *a = memory_new(sizeof *a);
    limits.started = clock_seconds(limits.source);
    limits.depth = before->depth - 1;
    analyst_run(analyst, session, ply + 1, &limits, NULL, NULL, a);
    if (a->line[0].has_value)
        known = (struct knowledge){a->line[0].value, a->proven};
    free(a);
    return known;
}

bool review_run(const struct session *session, double seconds, uint64_t nodes,
                const atomic_bool *stop, review_listener *listener, void *context,
                struct review_summary *summary)
{
    *summary = (struct review_summary){0};
    struct analyst *analyst = analyst_new(session->world, 1);
    struct analysis *a = memory_new(sizeof *a);
    struct reviewed_move *m = memory_new(sizeof *m);
    struct limits limits = position_limits(seconds, nodes, stop);
    struct knowledge after = last_knowledge(analyst, session, &limits, a);
    bool stopped = false;
    for (int ply = session->count - 1; ply >= 0 && !stopped; ply--) {
        limits = position_limits(seconds, nodes, stop);
        analyst_run(analyst, session, ply, &limits, NULL, NULL, a);
        after = look_after(analyst, session, ply, a, after, limits);
        judge_move(session, ply, a, after, m);
        count_move(summary, m);
        stopped = stop && atomic_load(stop);
        if (!stopped)
            listener(context, session, m);
        after = (struct knowledge){m->best_value, m->best_proven};
    }
    for (int side = 0; side < 2; side++)
        if (summary->moves[side] > 0)
            summary->accuracy[side] *= 100.0 / summary->moves[side];
    free(m);
    free(a);
    analyst_free(analyst);
    return !stopped;
}

static const char *standing(const struct game *game, double margin, char out[40])
{
    if (margin == 0)
        snprintf(out, 40, "drawn");
    else if (!game->counts)
        snprintf(out, 40, "%s", margin > 0 ? "won" : "lost");
    else
        snprintf(out, 40, "%s by %g", margin > 0 ? "won" : "lost", fabs(margin));
    return out;
}

void review_verdict(const struct game *game, const struct reviewed_move *m, char out[100])
{
    char before[40], after[40];
    out[0] = 0;
    if (!m->best_proven || !m->value_proven)
        return;
    standing(game, m->best_value, before);
    standing(game, m->value, after);
    if (strcmp(before, after) != 0)
        snprintf(out, 100, "this was %s; now it is %s", before, after);
}
