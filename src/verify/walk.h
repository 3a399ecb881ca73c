/* walk.h - the walk through a proof
 *
 * A proof that a value is at least x is a tree: at each turn of the side that proves, one move that
 * is good enough; at each turn of the other side, all moves. That the value is at most x is
 * the same with the sides exchanged. The walk goes through this tree depth first, by the plain
 * rules alone, and asks for a hint wherever the proving side has to choose a move. A hint is a
 * number from 0, the place of the move in the list of moves. Hints are not trusted: bad ones make
 * the walk fail, and never make it accept something false.
 *
 * No hints are needed
 *
 *   - where at most `handover` is left of the game: the walk searches on by itself;
 *   - for a position, or one that is the same but for a turn of the board, whose bounds are in the
 *     memo and suffice.
 *
 * All of this is fixed by the arguments and the hints, so two walks with the same hints are the
 * same step by step. The prover walks with hints from a solver and writes them down; the checker
 * walks with hints from a file.
 */
#ifndef VERIFY_WALK_H
#define VERIFY_WALK_H

#include "verify/memo.h"

enum { WALK_NO_HINT = -1 }; /* there is none: ends the walk */

struct walk {
    const struct plain_rules *rules;
    const struct plain_board *board;
    struct memo *memo;
    int handover;
    /* Returns the place of a move of this position that makes the value at least `bound`. */
    int (*hint)(struct walk *, const struct plain_position *, int bound);
    /* Called now and then; NULL: never. */
    void (*progress)(struct walk *);
    void *context;       /* for these two */
    uint64_t nodes_most; /* a walk that visits more has failed */

    uint64_t nodes, hints; /* so far */
    double done;           /* share of the tree, from 0 to 1 */
    int depth;             /* the moves from the start to the position in hand */
    uint8_t path[PLAIN_DEPTH];
    const char *fault; /* why the walk failed; NULL: it has not */
};

/* True if it is proven that the value of the position is at least the bound, or at most; share: of
 * the whole tree. */
bool walk_prove(struct walk *, const struct plain_position *, bool is_least, int bound,
                double share);

/* The bounds in the memo for a position that the walk may reach. */
struct bounds walk_known(const struct walk *, const struct plain_position *);

#endif
