/* solve.h - exact values
 *
 * The solver asks yes-or-no questions, "is the value at least so much?", which are far cheaper than
 * the value itself, and each answer narrows the value down, until it is known or the limits are
 * reached. A game may answer the questions by its own means (struct exact). For all others there
 * is an alpha-beta search that follows every line to the end of the game; estimates serve only to
 * order moves. It cuts with whatever the game can say for certain (rules->bounds) and keeps what
 * it finds in a table.
 */
#ifndef SEARCH_SOLVE_H
#define SEARCH_SOLVE_H

#include "game/game.h"
#include "search/limits.h"

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

/* Whether the side to move can make sure of a final margin above 0. */
enum prospect { PROSPECT_OPEN, PROSPECT_WIN, PROSPECT_NO_WIN };

struct choice {
    enum prospect prospect;
    struct solution solution; /* of a win: low is what the move makes sure of */
    bool has_move;
    unsigned move;
};

/* What to play where a win is all that counts and a tie is no better than a loss. Looks for a sure
 * win first; a move that keeps it is the answer from then on, and a second or so goes into a larger
 * margin. Where there is no sure win, the answer is a move that keeps the best margin, once
 * that is known; with the rest of the time, a move after which the other side is more likely to let
 * us win takes its place. */
struct choice solver_choose(struct solver *, const struct position *, const struct limits *);

/* The nodes of the last call. */
uint64_t solver_nodes(const struct solver *);

/* What one run of the solver has spent of its limits. */
struct effort {
    struct limits limits;
    uint64_t nodes;
    uint64_t work, next_poll; /* work is what a node costs, in moves or so */
    bool stopped;
};

enum { EFFORT_POLL = 2048 }; /* work between two looks at the clock */

/* Counts a node. True if everything is to be dropped. */
static inline bool effort_is_spent(struct effort *e, unsigned work)
{
    e->nodes++;
    e->work += work;
    if (e->work >= e->next_poll && !e->stopped) {
        e->next_poll = e->work + EFFORT_POLL;
        e->stopped = limits_are_reached(&e->limits, e->nodes);
    }
    return e->stopped;
}

/* How a game answers by its own means. What create() makes is for positions of one world. */
enum { EXACT_NO_MOVE = 0xffff };

struct exact {
    void *(*create)(const struct world *, size_t hash_bytes);
    void (*destroy)(void *);
    /* Is the value at least `wanted`? Returns something that it reaches, wanted or more, or else
     * something that it does not exceed, less than wanted. Anything if the effort stopped. */
    int (*ask)(void *, const struct position *, int wanted, struct effort *);
    /* What is certain without a search: low <= value <= high. */
    void (*bounds)(void *, const struct position *, int *low, int *high);
    /* The move to try first, of what is known; EXACT_NO_MOVE if nothing is. */
    unsigned (*remembered)(void *, const struct position *);
};

#endif
