/* allowance.h - time management: from the clock to the limits of one search
 *
 * An allowance is the time that the rules grant; limits (base/budget.h) are what the search obeys.
 * limits_for() shares the remaining time among the moves still to come, keeps a reserve for
 * start-up, writing and exit, and never plans with more than a part of what is left.
 */
#ifndef SEARCH_ALLOWANCE_H
#define SEARCH_ALLOWANCE_H

#include "base/budget.h"
#include "game/game.h"

/* Zeroes mean: no limit of that kind. */
struct allowance {
    enum clock_source source;
    double started;   /* the source's reading when the time began to run */
    double remaining; /* seconds, counted from started */
    bool single;      /* all of it may go into this move */
    double move_cap;  /* no move longer than that */
    double overhead;  /* seconds that a move costs outside the search; 0: a careful guess */
    int plies;        /* of the game so far */
    int ply_limit;    /* the game is drawn after so many plies; 0: no cap, or unknown */
    int depth;
    uint64_t nodes;
    const atomic_bool *stop; /* set by another thread when the answer is wanted; may be NULL */
};

struct limits limits_for(const struct position *, const struct allowance *);

#endif
