/* limits.h - how long to think
 *
 * An allowance is what the rules grant, limits are what the search obeys. limits_for() turns one
 * into the other: it shares the time that is left among the moves still to come, keeps back what
 * starting, writing and leaving cost, and never plans with more than a part of what is there.
 */
#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "game/game.h"

/* Zeroes mean: no limit of that kind. */
struct allowance {
    enum clock_source source;
    double started;   /* the source's reading when the time began to run */
    double remaining; /* seconds, counted from started */
    bool single;      /* all of it may go into this move */
    double move_cap;  /* no move longer than that */
    double overhead;  /* seconds that a move costs outside the search; 0: a careful guess */
    int depth;
    uint64_t nodes;
    const atomic_bool *stop; /* set by somebody else when the answer is wanted; may be NULL */
};

struct limits {
    enum clock_source source;
    double started;
    double soft; /* begin nothing new after so many seconds; 0: no limit */
    double hard; /* drop everything and answer; 0: no limit */
    int depth;
    uint64_t nodes;
    const atomic_bool *stop; /* set by somebody else; may be NULL */
};

struct limits limits_for(const struct position *, const struct allowance *);

/* True if everything is to be dropped: after so many nodes, or so much time, or on request. */
bool limits_are_reached(const struct limits *, uint64_t nodes);

/* Seconds since the time began to run. */
double limits_elapsed(const struct limits *);

#endif
