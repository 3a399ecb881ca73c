/* solving.h - facet: what a game knows for certain, and when a proof is within reach
 *
 * The solver (search/solve.h) follows every line to the end of the game, in any game whose lines
 * have one: not where only struct draws ends them. With this facet bounds cut the tree, and the
 * search tries the solver by itself near the end. A game that can do better than the common solver
 * brings its own.
 */
#ifndef GAME_SOLVING_H
#define GAME_SOLVING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/budget.h"

struct position;
struct world;

enum { SOLVER_NO_MOVE = 0xffff };

/* What a long proof may be given. */
struct solving_aid {
    int threads; /* that work on it; at least 1 */
    /* Takes an answer that took much work, as a line of the game's own, without its newline. NULL:
     * none is kept. One thread at a time. */
    void (*keep)(void *context, const char *line);
    /* Hears now and then, from the asking thread, which share of the first plies' moves is done.
     * May be NULL. */
    void (*hear)(void *context, double share, uint64_t nodes);
    void *context;
};

/* A game's own solver. What create() makes serves positions of one world. */
struct own_solver {
    void *(*create)(const struct world *, size_t hash_bytes);
    void (*destroy)(void *);
    /* Is the value at least `wanted`? Returns a value that the position reaches, wanted or more,
     * or else one that it does not exceed, less than wanted. Anything once the budget is spent. */
    int (*ask)(void *, const struct position *, int wanted, struct budget *);
    /* A likely value, for the first question: one near the truth costs the least. NULL: the game's
     * estimate serves. */
    int (*guess)(void *, const struct position *);
    /* What is certain without a search: low <= value <= high. */
    void (*bounds)(void *, const struct position *, int *low, int *high);
    /* The best move known so far; SOLVER_NO_MOVE if none is. */
    unsigned (*remembered)(void *, const struct position *);
    /* Both NULL, or for all questions from now on; the aid is copied. */
    void (*set_aid)(void *, const struct solving_aid *);
    /* Takes back a line that was kept; false if it is none. */
    bool (*recall)(void *, const char *line);
};

struct solving {
    /* Bounds on the value that hold for certain and cost little: low <= value <= high. */
    void (*bounds)(const struct position *, int *low, int *high);
    /* True if the search should try to prove this position before it estimates. */
    bool (*is_near_end)(const struct position *);
    /* Roughly how many nodes that takes, so that no time goes into what will not be done in time;
     * NULL: unknown. */
    double (*proof_nodes)(const struct position *);
    /* A tie is as bad as a loss: a sure win comes before its margin. */
    bool wins_only;
    const struct own_solver *own; /* NULL: the common solver */
};

#endif
