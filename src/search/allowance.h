/* allowance.h - from what the rules grant to what a search obeys
 *
 * An allowance is what the rules grant, limits (base/budget.h) are what the search obeys.
 * limits_for() turns one into the other: it shares the time that is left among the moves still to
 * come, keeps back what starting, writing and leaving cost, and never plans with more than a part
 * of what is there.
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
    int plies;        /* of the game so far, … */
    int ply_limit;    /* … which is drawn after so many; 0: there is no cap, or it is not known */
    int depth;
    uint64_t nodes;
    const atomic_bool *stop; /* set by somebody else when the answer is wanted; may be NULL */
};

struct limits limits_for(const struct position *, const struct allowance *);

#endif
