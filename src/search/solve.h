/* solve.h - exact values
 *
 * The solver asks yes-or-no questions, "is the value at least x?", which are far cheaper than the
 * value itself, and each answer narrows the value down, until it is known or the limits are
 * reached. A game may bring a solver of its own (game/solving.h). For all others there is an
 * alpha-beta search that follows every line to the end of the game; estimates serve only to order
 * moves. It cuts by the bounds that the game knows for certain and keeps what it finds in a table.
 */
#ifndef SEARCH_SOLVE_H
#define SEARCH_SOLVE_H

#include "base/budget.h"
#include "game/game.h"

struct solver;

/* False for boards beyond game->size_solved. */
bool solver_takes(const struct world *);

struct solver *solver_new(const struct world *, size_t hash_bytes); /* which it takes */
void solver_free(struct solver *);

struct solution {
    int low, high; /* the value lies between; equal if it is known */
    uint64_t nodes;
    double seconds;
};

/* Asks whether the value is at least the bound. If the answer comes in time, low >= bound or
 * high < bound. */
struct solution solver_ask(struct solver *, const struct position *, int bound,
                           const struct limits *);

/* Narrows the value down to the end. */
struct solution solver_run(struct solver *, const struct position *, const struct limits *);

/* A move that makes sure of this value, which the position is known to reach; false if the limits
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

/* How far solver_run() or solver_ask() has come. */
struct solver_news {
    int low, high;  /* what is proven so far */
    int asked;      /* the question at hand: is it at least this? */
    double share;   /* of the first plies' moves that are done with, for this question */
    uint64_t nodes; /* so far, of the thread that asks */
};

/* What a long proof may be given; NULL members and 1 thread: nothing. */
struct solver_aid {
    int threads;
    void (*keep)(void *context, const char *line);           /* an answer worth keeping */
    void (*hear)(void *context, const struct solver_news *); /* every few thousand positions */
    void *context;
};

/* False, and nothing is changed, for games whose solver cannot be aided. */
bool solver_set_aid(struct solver *, const struct solver_aid *);

/* Takes back a line that was kept, from an aided solver of the same rules and size; false if it is
 * none. */
bool solver_recall(struct solver *, const char *line);

/* The nodes of the last call. */
uint64_t solver_nodes(const struct solver *);

#endif
