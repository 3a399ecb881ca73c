/* lab.h - matches between two agents in this process, for measuring ideas
 *
 * Starts come in pairs: pair i is played twice from the same position, seats swapped. A random
 * board is its own opening; games with one start position get a few random plies first. Everything
 * follows from the seed: with a limit in nodes or depth, the result does not depend on the number
 * of jobs, because pairs are counted in their order, wherever they were played.
 */
#ifndef AGENTS_LAB_H
#define AGENTS_LAB_H

#include "base/statistics.h"
#include "game/game.h"

enum { LAB_MOVES = 4096 }; /* a side makes at most this many in a game */

struct lab_options {
    const struct game *game;
    struct setup setup;
    const char *spec[2]; /* agents a and b */
    int pairs;           /* at most */
    int opening_plies;   /* -1: the game's default */
    double time;         /* seconds a side and game; 0: none */
    double move_cap;
    uint64_t nodes; /* a move */
    int depth;
    uint64_t seed;
    int jobs;
    bool sprt;
    double elo0, elo1;
};

struct lab_result {
    struct tally tally;
    long games;
    long wins[2][2]; /* [seat of a: 0 first, 1 second][who won: 0 a, 1 b] */
    long draws[2];   /* by seat of a */
    long time_losses[2];
    double seconds[2];
    uint64_t nodes[2];
    long plies;
    double thirds[2]
                 [3]; /* the agents' seconds in the first, middle and last third of their moves */
    long winner_moves[LAB_MOVES + 1]; /* games by the number of moves that their winner made */
    struct mean pair_margin;          /* a's final margins of both games of a pair, added up */
    double llr, lower, upper;
    int decision; /* 1: elo1 accepted, -1: elo0 accepted, 0: neither */
};

typedef void lab_listener(void *context, const struct lab_result *);

/* The median of the winners' numbers of moves; 0 if nobody has won. */
double lab_winner_median(const struct lab_result *);

/* Plays the match. False, with a fault noted, if options or specs are wrong. The listener is
 * called after every pair. */
bool lab_run(const struct lab_options *, struct lab_result *, lab_listener *, void *context,
             struct notes *);

#endif
