/* patterns.h - the estimate that was learned: tables of patterns
 *
 * A pattern is a shape on the board, an edge with its X squares, a line, a diagonal, a corner, and
 * what stands on its squares: empty, the mover's, the other's. Each shape lies on the board in all
 * its turned and mirrored places, and each way to fill it has a weight of its own, the same in all
 * places. The estimate is the sum of the weights that are found, of one more for the moves of both
 * sides, of two for the lead seen with how near either side is to running dry, and of one for the
 * number of discs; it is 512 times the logarithm of the odds of winning. The weights change with
 * the stage of the game, a few plies long.
 *
 * A way to fill a shape is a number in base 3 whose digits are 1 for the first side, -1 for the
 * second, 0 for empty. It is kept up move by move, for all places at once: a place is a lane of a
 * vector, and what a square adds to each lane is a vector too (struct pattern_indices). Seen by the
 * second side the number is the negative one.
 *
 * With a set of weights comes how far searches to different depths are apart, from which deep ones
 * are predicted for ProbCut (game/guidance.h). learned.h has the sets that are built in.
 */
#ifndef GAMES_REVERSI_PATTERNS_H
#define GAMES_REVERSI_PATTERNS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PATTERN_LANES = 48, /* places of all shapes, with some to spare */
    PATTERN_VECTORS = 3,
    PATTERN_SQUARES = 10, /* of a shape, at most */
    PATTERN_SHAPES = 12,
    PATTERN_STAGES = 10,   /* at most */
    PATTERN_FEATURES = 52, /* weights that make an estimate: the lanes and four more */
    PATTERN_UNIT = 8,      /* value steps of a weight of 1 */
    PATTERN_SPREAD = 512,  /* value steps for odds of e to 1 */
    PATTERN_MOVES = 16,    /* numbers of moves are told apart below this, … */
    PATTERN_DRY = 8,       /* … and below this beside the lead, */
    PATTERN_LEADS = 17,    /* which is counted in steps of three discs */
    PATTERN_DEPTH_MIN = 3, /* the least depth with a prediction, … */
    PATTERN_DEPTHS = 6,    /* … and the number of those that were measured */
};

typedef uint16_t pattern_vector __attribute__((vector_size(32)));

/* What stands in each place: balanced base 3, as 16-bit numbers that wrap around. */
struct pattern_indices {
    pattern_vector lane[PATTERN_VECTORS];
};

struct pattern_shape {
    int squares, places;
    int first, cells;                /* its weights within a stage */
    uint8_t at[PATTERN_SQUARES];     /* its squares in the first place, lowest digit first */
    uint8_t mirror[PATTERN_SQUARES]; /* the digit that each becomes when the shape is mirrored */
    bool is_mirrored;                /* it lies on itself so */
};

/* What holds for a board of some size, whatever the weights. A weight has a number, its cell. */
struct pattern_layout {
    int size, plies; /* of a stage */
    int stages;
    int shapes, lanes;
    struct pattern_shape shape[PATTERN_SHAPES];
    int moves, own_dry, other_dry, discs; /* the first cells of the other tables … */
    int nothing;                          /* … and a cell whose weight is always 0 */
    int cells;
    int32_t base[PATTERN_LANES]; /* the cell of each place when it is empty */
    struct pattern_indices step[64];
};

struct pattern_set {
    const struct pattern_layout *layout;
    int8_t *_Atomic weights; /* by stage and cell; NULL: ask pattern_weights() */
    int8_t *(*unpack)(const struct pattern_set *); /* sets and returns them; any thread may call */
    /* How far the value of a search of some depth is from that of pattern_shallow(depth): the
     * standard deviation, by stage; 0: not known. */
    uint16_t error[PATTERN_STAGES][PATTERN_DEPTHS];
};

/* What is counted beside the patterns, the mover's first. */
struct pattern_counts {
    int discs[2], moves[2];
};

/* The layout of boards of this size; NULL if there is none. */
const struct pattern_layout *pattern_layout(int size);

/* For each cell that of the same pattern seen in a mirror: both weigh the same. */
void pattern_mirror_cells(const struct pattern_layout *, int32_t *image);

/* The weights of a set. Many boards are made and never judged, so they are unpacked when somebody
 * asks for the first time. */
static inline const int8_t *pattern_weights(const struct pattern_set *set)
{
    const int8_t *weights = atomic_load_explicit(&set->weights, memory_order_acquire);
    return weights ? weights : set->unpack(set);
}

/* The stage with this many discs on the board. */
static inline int pattern_stage(const struct pattern_layout *layout, int discs)
{
    int stage = (discs - 4) / layout->plies;
    return stage < layout->stages ? stage : layout->stages - 1;
}

/* The shallower depth that predicts a depth: half of it, or one less so that both are even or
 * both are odd. */
static inline int pattern_shallow(int depth)
{
    int half = depth / 2;
    return half - ((half ^ depth) & 1);
}

/* The indices of a board, afresh. */
void pattern_begin(const struct pattern_layout *, const uint64_t owned[2],
                   struct pattern_indices *);

/* Brings them up to date: a side claims a square and turns these discs over. */
static inline void pattern_play(const struct pattern_layout *layout, int side, unsigned square,
                                uint64_t flips, struct pattern_indices *out)
{
    struct pattern_indices turned = {{{0}}};
    for (; flips != 0; flips &= flips - 1) {
        const struct pattern_indices *step = &layout->step[__builtin_ctzll(flips)];
        for (int i = 0; i < PATTERN_VECTORS; i++)
            turned.lane[i] += step->lane[i];
    }
    for (int i = 0; i < PATTERN_VECTORS; i++) {
        pattern_vector change = turned.lane[i] + turned.lane[i] + layout->step[square].lane[i];
        out->lane[i] += side == 0 ? change : -change;
    }
}

/* The cells whose weights make the estimate for this side, which is to move. */
void pattern_cells(const struct pattern_layout *, const struct pattern_indices *, int side,
                   const struct pattern_counts *, int32_t out[PATTERN_FEATURES]);

/* The estimate. At least one side has a move. */
int pattern_estimate(const struct pattern_set *, const struct pattern_indices *, int side,
                     const struct pattern_counts *);

#endif
