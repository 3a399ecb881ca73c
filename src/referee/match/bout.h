/* bout.h - one game of a match or tournament: two seats, their clocks, the judgement
 *
 * bout_play() plays a game until it has a result, in as many attempts as that takes. An attempt
 * that fails on our side is repeated, at most three times; then the game is void. After a level
 * game that nothing decides another board follows where the game's convention wants that.
 * bout_attempt() plays once, for a caller with a rule of its own.
 *
 * A clock is charged the CPU time of each answer; at zero the game is lost. Where the match has
 * no clock (time below 0), built-in agents have no limit of time but a given cap, and a program
 * has a whole game's time for every move, so that it cannot hang the match.
 */
#ifndef REFEREE_MATCH_BOUT_H
#define REFEREE_MATCH_BOUT_H

#include <pthread.h>

#include "referee/match/match_options.h"
#include "referee/match/observer.h"
#include "referee/match/result.h"

/* The seats of a game that is being played, for a thread that interrupts their thinking. */
struct bout_seats {
    pthread_mutex_t lock;
    struct seat *seat[2]; /* NULL: not taken */
    struct bout_seats *next;
};

/* What is the same in all attempts. */
struct bout {
    const struct match_options *options;    /* complete */
    int number;                             /* from 1, for records */
    int first;                              /* 0: a moves first */
    const struct board *board;              /* where it starts; NULL: a new game */
    const struct match_observer *observers; /* NULL: none */
    const atomic_bool *enough;              /* set: leave before the next move */
    struct bout_seats *seats;               /* filled in while they are taken; may be NULL */
};

/* What differs from attempt to attempt. */
struct attempt {
    int number;           /* from 1 */
    uint64_t seed;        /* draws the board, unless one is given, and the opening */
    int opening_plies;    /* random moves before the agents take over */
    uint64_t chance;      /* draws what the agents draw */
    int *warden_failures; /* of a and b; counted on from attempt to attempt, for sabotage.h */
};

/* Plays a game until it has a result or is dropped. All that is drawn follows from the options'
 * seed, the number of the start position (from 0) and chance. Returns how many boards were level.
 */
int bout_play(const struct bout *, int start, uint64_t chance, struct match_game *);

/* Makes one attempt. */
void bout_attempt(const struct bout *, const struct attempt *, struct match_game *);

/* True if the game ended level and nothing has decided it. */
bool bout_is_level(const struct match_game *);

#endif
