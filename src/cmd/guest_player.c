#include "cmd/guest_player.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "referee/guest/contender.h"
#include "referee/guest/judge.h"
#include "referee/guest/program.h"
#include "referee/guest/sabotage.h"

struct guest_player {
    struct contender *contender;
    double time, cap; /* as they are granted; 0: none */
    double remaining, wall;
    uint64_t seed;
    struct answer answer;
    pthread_mutex_t lock; /* of the seat against an interruption */
    struct seat *seat;
    atomic_bool interrupted;
};

bool guest_player_is_meant(const char *spec)
{
    return program_is_meant(spec);
}

struct guest_player *guest_player_new(const char *spec, const struct game *game, double time,
                                      double cap, int dialect, struct notes *notes)
{
    const struct contender_options options = {.grace = 1, /* a person waits */
                                              .dialect = dialect};
    struct contender *contender = contender_new(spec, game, &options, notes);
    if (!contender)
        return NULL;
    contender_calibrate(contender);
    struct guest_player *g = memory_zero(sizeof *g);
    g->contender = contender;
    g->time = time == 0 && cap == 0 ? game->game_seconds : time;
    g->cap = cap == 0 ? game->move_seconds : cap;
    pthread_mutex_init(&g->lock, NULL);
    guest_player_begin(g, 1);
    return g;
}

void guest_player_free(struct guest_player *g)
{
    if (!g)
        return;
    guest_player_leave(g);
    contender_free(g->contender);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

const char *guest_player_name(const struct guest_player *g)
{
    return contender_name(g->contender);
}

const char *guest_player_missing(const struct guest_player *g)
{
    return contender_missing(g->contender);
}

void guest_player_calibration(const struct guest_player *g, char words[CALIBRATED_WORDS],
                              bool *failed)
{
    contender_calibration(g->contender, words, failed);
}

/* Nobody can interrupt a seat that is being freed. */
static void give_up_seat(struct guest_player *g)
{
    pthread_mutex_lock(&g->lock);
    struct seat *seat = g->seat;
    g->seat = NULL;
    pthread_mutex_unlock(&g->lock);
    seat_free(seat);
}

void guest_player_leave(struct guest_player *g)
{
    give_up_seat(g);
    g->interrupted = false;
}

void guest_player_begin(struct guest_player *g, uint64_t seed)
{
    guest_player_leave(g);
    g->seed = seed;
    g->remaining = g->time;
    g->wall = contender_wall_budget(g->contender, g->time);
}

void guest_player_interrupt(struct guest_player *g)
{
    pthread_mutex_lock(&g->lock);
    g->interrupted = true;
    if (g->seat)
        seat_interrupt(g->seat);
    pthread_mutex_unlock(&g->lock);
}

/* False, with a fault noted, if there can be no seat; true where it would be for nothing. */
static bool take_seat(struct guest_player *g, const struct session *session, struct notes *notes)
{
    if (g->seat)
        return true;
    struct seat *seat = seat_new(g->contender, session, session_now(session)->side, g->seed, notes);
    pthread_mutex_lock(&g->lock);
    g->seat = seat;
    if (seat && g->interrupted)
        seat_interrupt(seat);
    pthread_mutex_unlock(&g->lock);
    return seat != NULL;
}

/* Asks once. */
static struct guest_move ask(struct guest_player *g, const struct session *session, int *failures)
{
    struct notes notes = {0};
    struct guest_move move = {.verdict = VERDICT_OUR_FAILURE};
    if (!take_seat(g, session, &notes)) {
        snprintf(move.detail, sizeof move.detail, "%s", notes_why(&notes));
        return move;
    }
    struct answer *answer = &g->answer;
    struct move_time granted = {.remaining = g->remaining, .cap = g->cap, .wall = g->wall};
    if (g->time == 0)
        granted.wall = 0;
    seat_ask(g->seat, session, &granted, answer);
    sabotage_judge(answer, contender_program(g->contender), failures);
    move.verdict = answer->verdict;
    move.code = answer->code;
    move.cpu = answer->cpu;
    foreign_put(move.detail, sizeof move.detail, answer->detail);
    return move;
}

struct guest_move guest_player_ask(struct guest_player *g, const struct session *session)
{
    int failures = 0;
    struct guest_move move = ask(g, session, &failures);
    for (int i = 0; move.verdict == VERDICT_OUR_FAILURE && !g->interrupted; i++) {
        if (i == OUR_FAILURE_RETRIES)
            break;
        give_up_seat(g);
        move = ask(g, session, &failures);
    }
    if (g->time > 0 && move.verdict != VERDICT_OUR_FAILURE) {
        double before = g->remaining;
        g->remaining -= move.cpu;
        g->wall = judge_wall_left(g->wall, &g->answer);
        if (move.verdict == VERDICT_NONE && g->remaining <= 0) {
            move.verdict = VERDICT_OUT_OF_TIME;
            snprintf(move.detail, sizeof move.detail, "%.3f s were left, the move took %.3f s",
                     before, move.cpu);
        }
    }
    move.remaining = g->remaining > 0 ? g->remaining : 0;
    return move;
}

void guest_player_tell_end(struct guest_player *g, const struct session *session)
{
    if (g->seat && !g->interrupted)
        seat_tell_final(g->seat, session);
}
