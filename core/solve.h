/* solve.h - exact values
 *
 * An alpha-beta search that follows every line to the end of the game; estimates serve only to
 * order moves. It cuts with whatever the game can say for certain (rules->bounds) and keeps what it
 * finds in a table. It asks yes-or-no questions, "is the value at least so much?", which are far
 * cheaper than the value itself, and each answer narrows the value down, until it is known or the
 * limits are reached.
 */
#ifndef CORE_SOLVE_H
#define CORE_SOLVE_H

#include "core/game.h"
#include "core/limits.h"

struct solver;

struct solver *solver_new(const struct world *, size_t hash_bytes);
void solver_free(struct solver *);

struct solution {
    int low, high; /* the value lies between; equal if it is known */
    uint64_t nodes;
    double seconds;
};

/* Asks whether the value is at least so much. If the answer comes in time, low >= bound or
 * high < bound. */
struct solution solver_ask(struct solver *, const struct position *, int bound,
                           const struct limits *);

/* Narrows the value down to the end. */
struct solution solver_run(struct solver *, const struct position *, const struct limits *);

/* A move that makes sure of the value, which is known to be at least so much; false if the limits
 * were reached first. */
bool solver_best(struct solver *, const struct position *, int value, const struct limits *,
                 unsigned *move);

#endif
