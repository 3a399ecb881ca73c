/* solo.h - one side moves, the other stands still
 *
 * A race is one side's pieces, on their way to the opposing camp, among pieces that never move. It
 * ends as the game does: every square of the opposing camp is occupied, by whomever, and one of
 * them by the racer. Both rule sets are kept.
 *
 * Inside, all is done for a racer who goes from the top left to the bottom right: the other's
 * board is turned on the way in and its moves on the way out. A position is the racer's pieces by
 * quarters (jumps.h).
 */
#ifndef GAMES_HALMA_SOLO_H
#define GAMES_HALMA_SOLO_H

#include "games/halma/jumps.h"

enum {
    SOLO_FARTHEST = 30, /* steps along rows and columns from corner to corner */
    SOLO_MOVES_MAX = MOVES_MAX
};

struct race {
    board16 own, frozen;
    int side;
    bool addendum;
};

/* The race of one side in a position; alone: the other's pieces are taken off the board. */
struct race race_of(const struct halma *, int side, bool alone);

struct solo {
    struct quarters frozen, camp, goal;
    bool addendum, turned;
    uint64_t near[HALMA_SQUARES][QUARTERS]; /* neighbours, by quarters */
};

/* Prepares a race; the racer's pieces come out in *own. */
void solo_init(struct solo *, const struct race *, struct quarters *own);

/* Lists the racer's moves, each once; returns their number. */
int solo_moves(const struct solo *, const struct quarters *own, uint16_t out[SOLO_MOVES_MAX]);

/* Goal squares that nobody occupies: the race is over when the last one is filled. */
int solo_holes(const struct solo *, const struct quarters *own);

/* Where pieces on some squares can be after a move at most, if each of the others may be jumped
 * over and none of them stands in the way. */
struct quarters solo_spread(const struct solo *, const struct quarters *at,
                            const struct quarters *others);

struct quarters solo_neighbours(const struct solo *, const struct quarters *at);

/* A move as the game's own code. */
static inline uint16_t solo_code(const struct solo *solo, uint16_t code)
{
    return solo->turned ? (uint16_t)(0xffff - code) : code;
}

/* Steps along rows and columns to the goal's corner. */
static inline int solo_way(unsigned square)
{
    return SOLO_FARTHEST - (int)halma_x(square) - (int)halma_y(square);
}

static inline bool solo_has(const struct quarters *q, unsigned square)
{
    return q->part[quarter_of(square)] >> quarter_bit(square) & 1;
}

static inline bool solo_meet(const struct quarters *a, const struct quarters *b)
{
    uint64_t common = 0;
    for (int q = 0; q < QUARTERS; q++)
        common |= a->part[q] & b->part[q];
    return common != 0;
}

/* False if no line ends: the goal is full of frozen pieces, and one of the racer's has to be there;
 * or the holes are more than the racer's pieces outside. Boards with more pieces than a side has
 * are no race either: nobody has set bounds to what they take. */
bool solo_can_end(const struct solo *, const struct quarters *own);

static inline void solo_toggle(struct quarters *q, unsigned square)
{
    q->part[quarter_of(square)] ^= UINT64_C(1) << quarter_bit(square);
}

#endif
