/* bout.h - one game of a match, played once: two seats, their clocks, the judgement
 *
 * A clock is charged the CPU time of each answer; at zero the game is lost. Where the match has
 * no clock (time below 0), built-in agents have no limit of time but a given cap, and a program
 * has a whole game's time for every move, so that it cannot hang the match.
 */
#ifndef REFEREE_MATCH_BOUT_H
#define REFEREE_MATCH_BOUT_H

#include <pthread.h>

#include "referee/match/options.h"
#include "referee/match/recorder.h"
#include "referee/match/result.h"

/* The seats of a game that is being played, for somebody who may not wait for an answer. */
struct bout_seats {
    pthread_mutex_t lock;
    struct seat *seat[2]; /* NULL: not taken */
    struct bout_seats *next;
};

struct bout {
    const struct match_options *options; /* complete */
    struct recorder *recorder;           /* NULL: none */
    const atomic_bool *enough;           /* set: leave before the next move */
    const struct board *board;           /* where it starts; NULL: a new game from the seed */
    int opening_plies;
    int *warden_failures; /* of a and b, for sabotage.h; counted on from attempt to attempt */
    uint64_t chance;      /* what the agents' own chance depends on */
    void (*watch)(void *context, const struct match_progress *);
    void *watch_context;
    /* Gets the game with all its moves when it has ended; opening: how many of them are the
     * opening's. May be NULL. */
    void (*keep)(void *context, const struct match_game *, const struct session *, int opening);
    void *keep_context;
    struct bout_seats *seats; /* filled in while they are taken; may be NULL */
};

/* Plays the game that number, first, seed and attempts of the result name, and fills in the
 * rest. */
void bout_play(const struct bout *, struct match_game *);

/* True if the game ended level and nothing has decided it. */
bool bout_is_level(const struct match_game *);

#endif
