#include "referee/match/bout.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/random.h"
#include "game/opening.h"
#include "referee/guest/judge.h"
#include "referee/match/conventions.h"

#define CLOCK_RESOLUTION 1e-6 /* seconds; what the coarsest of the CPU meters tells */

struct table {
    const struct bout *bout;
    struct match_game *result;
    struct session *session;
    struct seat *seat[2]; /* of a and b */
    struct answer answer; /* the last one */
};

/* The contender (0: a) who plays this side. */
static int who_plays(const struct table *t, int side)
{
    return (side != t->session->position[0]->side) ^ t->result->first;
}

static void take_scores(const struct table *t)
{
    const struct position *now = session_now(t->session);
    for (int side = 0; side < 2; side++)
        t->result->score[who_plays(t, side)] = now->score[side];
    t->result->plies = t->session->count;
}

static struct move_time time_for(const struct table *t, int who)
{
    const struct match_options *o = t->bout->options;
    if (t->result->timed)
        return (struct move_time){.remaining = t->result->left[who], .cap = o->cap};
    struct move_time time = {.cap = o->cap};
    if (time.cap == 0 && contender_is_program(o->contender[who]))
        time.cap = o->game->move_seconds > 0 ? o->game->move_seconds : o->game->game_seconds;
    return time;
}

/* Asks the side to move and charges it. True if it has made a legal move in time. */
static bool take_turn(struct table *t)
{
    struct match_game *g = t->result;
    struct answer *answer = &t->answer;
    int who = who_plays(t, session_now(t->session)->side);
    struct move_time time = time_for(t, who);
    seat_ask(t->seat[who], t->session, &time, answer);
    g->cpu[who] += answer->cpu;
    g->wall[who] += answer->wall;
    if (g->timed)
        g->left[who] -= answer->cpu;
    if (answer->verdict == VERDICT_NONE && g->timed && g->left[who] <= 0) {
        answer->verdict = VERDICT_OUT_OF_TIME;
        snprintf(answer->detail, sizeof answer->detail, "%.3f s were left, the move took %.3f s",
                 time.remaining, answer->cpu);
    }
    if (answer->verdict == VERDICT_NONE) {
        session_play(t->session, answer->code);
        return true;
    }
    g->verdict = answer->verdict;
    snprintf(g->detail, sizeof g->detail, "%s", answer->detail);
    string_tame(g->detail);
    if (verdict_kind(g->verdict) == VERDICT_IS_FAULT) {
        g->fault = who;
        g->winner = 1 - who;
        g->last.cpu = answer->cpu;
        g->last.wall = answer->wall;
        g->last.switches = answer->switches;
        g->last.stolen = answer->stolen;
        g->last.signal = answer->signal;
        g->last.exit_status = answer->exit_status;
        judge_last_words(&answer->complaint, g->complaint);
    }
    return false;
}

/* The session has ended by itself. */
static void judge(struct table *t)
{
    struct match_game *g = t->result;
    int side = session_winner(t->session);
    g->verdict = verdict_of_ending(session_ending(t->session), side);
    if (side >= 0) {
        g->winner = who_plays(t, side);
        return;
    }
    double ahead = g->left[0] - g->left[1];
    if (!g->timed || fabs(ahead) < CLOCK_RESOLUTION ||
        !convention_of(t->bout->options->game)->time_decides)
        return;
    g->winner = ahead > 0 ? 0 : 1;
    if (g->verdict == VERDICT_TIE)
        g->verdict = VERDICT_TIME_TIE;
    snprintf(g->detail, sizeof g->detail, "time left: a %.6f s, b %.6f s", g->left[0], g->left[1]);
}

/* Makes a directory for this fault's bundle that did not exist before. */
static bool make_bundle_directory(const struct table *t, char *path, size_t bytes)
{
    const struct match_options *o = t->bout->options;
    if (mkdir(o->bundles, 0777) != 0 && errno != EEXIST)
        return false;
    for (int n = 1;; n++) {
        char count[16] = "";
        if (n > 1)
            snprintf(count, sizeof count, "-%d", n);
        int length = snprintf(path, bytes, "%s/%s-%d-%c%s", o->bundles, o->game->name,
                              t->result->number, t->result->fault == 0 ? 'a' : 'b', count);
        if ((size_t)length >= bytes) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (mkdir(path, 0777) == 0)
            return true;
        if (errno != EEXIST)
            return false;
    }
}

/* A bundle that cannot be written costs nobody the game; the result says so. */
static void keep_evidence(struct table *t)
{
    struct match_game *g = t->result;
    const struct match_options *o = t->bout->options;
    if (!o->bundles || !contender_is_program(o->contender[g->fault]))
        return;
    struct notes notes = {0};
    if (!make_bundle_directory(t, g->bundle, sizeof g->bundle))
        notes_fault(&notes, 0, "%s: %s", o->bundles, strerror(errno));
    else if (seat_write_bundle(t->seat[g->fault], &t->answer, g->bundle, &notes))
        return;
    g->bundle[0] = 0;
    size_t used = strlen(g->detail);
    snprintf(g->detail + used, sizeof g->detail - used, "%sno repro bundle: %s", used ? "; " : "",
             notes_first(&notes));
}

static bool take_seats(struct table *t)
{
    const struct match_options *o = t->bout->options;
    struct notes notes = {0};
    for (int who = 0; who < 2; who++) {
        int side = t->session->position[0]->side ^ (who != t->result->first);
        uint64_t chance = hash64(t->bout->chance + (uint64_t)who) >> 11;
        t->seat[who] = seat_new(o->contender[who], t->session, side, chance, &notes);
        if (!t->seat[who]) {
            t->result->verdict = VERDICT_OUR_FAILURE;
            snprintf(t->result->detail, sizeof t->result->detail, "%s", notes_first(&notes));
            return false;
        }
    }
    return true;
}

static void tell_watcher(const struct table *t)
{
    const struct match_game *g = t->result;
    if (!t->bout->watch)
        return;
    struct match_progress progress = {.number = g->number, .ply = g->plies, .first = g->first};
    memcpy(progress.score, g->score, sizeof g->score);
    memcpy(progress.left, g->left, sizeof g->left);
    t->bout->watch(t->bout->watch_context, &progress);
}

static bool must_leave(const struct bout *bout)
{
    const atomic_bool *stop = bout->options->stop;
    return atomic_load(bout->enough) || (stop && atomic_load(stop));
}

/* Turn after turn until the game ends or is to be left. */
static void play_turns(struct table *t)
{
    const struct bout *bout = t->bout;
    while (session_ending(t->session) == ENDING_NONE) {
        /* an interrupt from the terminal may hit a program before us: that is not its fault */
        if (must_leave(bout) || !take_turn(t)) {
            t->result->dropped = must_leave(bout);
            return;
        }
        take_scores(t);
        recorder_move(bout->recorder, t->result, t->session, t->session->count - 1, &t->answer);
        tell_watcher(t);
    }
    judge(t);
    for (int who = 0; who < 2; who++)
        seat_tell_final(t->seat[who], t->session);
}

void bout_play(const struct bout *bout, struct match_game *g)
{
    const struct match_options *o = bout->options;
    struct setup setup = o->setup;
    setup.seed = g->seed;
    struct notes notes = {0};
    struct problem *problem = o->game->create(&setup, &notes);
    assert(problem); /* match_run has tried it */
    *g = (struct match_game){.number = g->number,
                             .first = g->first,
                             .seed = g->seed,
                             .attempts = g->attempts,
                             .winner = -1,
                             .fault = -1,
                             .timed = o->time > 0,
                             .left = {o->time > 0 ? o->time : 0, o->time > 0 ? o->time : 0}};
    struct table t = {
        .bout = bout,
        .result = g,
        .session = opening_session(problem->position, o->ply_limit, bout->opening_plies, g->seed)};
    take_scores(&t);
    recorder_start(bout->recorder, o, g, t.session);
    for (int ply = 0; ply < t.session->count; ply++)
        recorder_move(bout->recorder, g, t.session, ply, NULL);
    if (take_seats(&t))
        play_turns(&t);
    if (g->fault >= 0 && !g->dropped)
        keep_evidence(&t);
    for (int who = 0; who < 2; who++)
        seat_free(t.seat[who]);
    if (g->dropped)
        recorder_dropped(bout->recorder, g);
    else
        recorder_end(bout->recorder, o, g);
    session_free(t.session);
    problem_free(problem);
}

bool bout_is_level(const struct match_game *g)
{
    return verdict_kind(g->verdict) == VERDICT_IS_RESULT && g->winner < 0;
}
