/* drop_in.h - what the programs that a grader starts have in common
 *
 * Three things besides the position decide how a drop-in agent plays: PLYWOOD_MOVE_SECONDS and
 * PLYWOOD_MOVE_NODES in the environment cap a move's time and its search; calibration.txt, left by
 * build/calibrate, tells what a move costs outside the search and how fast the search is here;
 * playdata.txt is the agent's own memory of the game so far. Files that are missing or damaged are
 * ignored.
 */
#ifndef AGENTS_DROP_IN_H
#define AGENTS_DROP_IN_H

#include <stddef.h>
#include <stdint.h>

#include "game/game.h"
#include "search/allowance.h"

struct calibration {
    double overhead;         /* seconds of a move outside the search; 0: not known */
    double nodes_per_second; /* of the game at hand; 0: not known */
};

struct calibration calibration_read(const char *path, const struct game *);

struct calibration_line {
    const struct game *game;
    double nodes_per_second;
};

/* False, errno set, if the file cannot be written. */
bool calibration_write(const char *path, double overhead, const struct calibration_line *,
                       int count);

/* The time for one move: from the file if it names one, else half of what the rules grant. */
struct allowance drop_in_allowance(const struct problem *, const struct calibration *);

/* A table as large as the search of these limits can fill. */
size_t drop_in_hash_bytes(const struct limits *, const struct calibration *);

/* Keys of the positions that the game has passed, oldest first, and what our player wants to
 * remember (agent_remember()). */
enum { PLAYDATA_KEYS = 1000 };

struct playdata {
    int count;
    uint64_t key[PLAYDATA_KEYS];
    struct text memory;
    struct problem *before; /* the position after our last move, as far as it is known; else NULL */
};

void playdata_read(const char *path, const struct game *,
                   struct playdata *); /* empty if not sound */
void playdata_add(struct playdata *, uint64_t key);
bool playdata_write(const char *path, const struct game *, const struct playdata *);
void playdata_free(struct playdata *);

/* Where positions may come again: what a turn that is over was like, before whatever else is
 * remembered. The next turn takes it off again; if it cannot follow upon that one, by one move of
 * the opponent's and with no more time left, the file is of another game and all of it is
 * forgotten. A turn that is asked for again is as if it had not been there. */
void playdata_put_turn(struct playdata *, const struct position *after, double seconds);
void playdata_take_turn(struct playdata *, const struct problem *now);

#endif
