/* bout.h - one game of a match or tournament: two seats, their clocks, the result
 *
 * bout_play() plays a game until it has a result, in one or more attempts. An attempt with a
 * failure of ours is repeated at most three times; then the game is void. If a game is level and no
 * tie-break decides it, the conventions of some games want another game on another board.
 * bout_attempt() makes one attempt, for a caller with a rule of its own.
 *
 * A clock is charged the CPU time of each answer; at zero the game is lost. In a match without
 * clock (time below 0) built-in agents have no limit but the cap on a move, if one is given. A
 * program has a whole game's time for each move then, so that it cannot hang the match.
 */
#ifndef REFEREE_MATCH_BOUT_H
#define REFEREE_MATCH_BOUT_H

#include <pthread.h>

#include "referee/match/match_options.h"
#include "referee/match/observer.h"
#include "referee/match/result.h"

/* The seats of a running game, for a thread that interrupts their thinking. */
struct bout_seats {
    pthread_mutex_t lock;
    struct seat *seat[2]; /* NULL: not taken */
    struct bout_seats *next;
};

/* What all attempts have in common. */
struct bout {
    const struct match_options *options;    /* complete */
    int number;                             /* from 1, for records */
    int first;                              /* 0: a moves first */
    const struct board *board;              /* the start position; NULL: a new game */
    const struct match_observer *observers; /* NULL: none */
    const atomic_bool *enough;              /* if set, drop the game before the next move */
    struct bout_seats *seats;               /* filled in while seats are taken; may be NULL */
};

/* What differs between attempts. */
struct attempt {
    int number;           /* from 1 */
    uint64_t seed;        /* for the board, unless one is given, and for the opening */
    int opening_plies;    /* random moves before the agents take over */
    uint64_t chance;      /* a seed for agents that play by chance */
    int *warden_failures; /* of a and b, in all attempts together, for sabotage.h */
};

/* Plays a game until it has a result or is dropped. All random choices follow from the options'
 * seed, the number of the start position (from 0) and chance. Returns the number of boards on which
 * the game was level. */
int bout_play(const struct bout *, int start, uint64_t chance, struct match_game *);

/* Makes one attempt. */
void bout_attempt(const struct bout *, const struct attempt *, struct match_game *);

/* True if the game ended level and no tie-break has decided it. */
bool bout_is_level(const struct match_game *);

#endif
