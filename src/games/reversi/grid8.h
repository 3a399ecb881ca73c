/* grid8.h - a board of up to 8 x 8 in one word
 *
 * Square (row, column) is bit 8 * row + column; a smaller board sits in the corner at bit 0.
 *
 * Moves and flips are parallel-prefix fills along the four axes, once towards the high bits and
 * once towards the low ones. A run of enemy discs that can be bracketed is at most six long: the
 * fill covers one, two, four, six squares. On the axes that change columns the enemy discs of the
 * two outer columns are left out: they can never be bracketed there, and without them no shift
 * wraps around the edge.
 *
 * With AVX2 the four axes run at once, in the lanes of a vector; without it, which lacks the shift
 * by lane, the same fills run one axis after the other, on a "vector" of one word.
 */
#ifndef GAMES_REVERSI_GRID8_H
#define GAMES_REVERSI_GRID8_H

#include "games/reversi/reversi.h"

typedef uint64_t grid;

#define GRID_KIND    reversi_small
#define GRID_SOLVING &reversi_solving
#define GRID_PATTERNS

enum { GRID_EDGE = REVERSI_EDGE_SMALL, GRID_WORDS = 1 };

#if defined __AVX2__
typedef uint64_t grid_lanes __attribute__((vector_size(32)));

static inline grid_lanes grid_where_any(grid_lanes a)
{
    return (grid_lanes)(a != 0);
}
#else
typedef uint64_t grid_lanes;

static inline grid_lanes grid_where_any(grid_lanes a)
{
    return a != 0 ? ~UINT64_C(0) : 0;
}
#endif

/* The squares just behind the enemy runs that begin beside one's own discs. */
static inline grid_lanes grid_reach(grid_lanes own, grid_lanes enemies, grid_lanes step)
{
    grid_lanes up = enemies & own << step, down = enemies & own >> step;
    up |= enemies & up << step;
    down |= enemies & down >> step;
    grid_lanes pairs_up = enemies & enemies << step, pairs_down = pairs_up >> step;
    grid_lanes twice = step + step;
    up |= pairs_up & up << twice;
    down |= pairs_down & down >> twice;
    up |= pairs_up & up << twice;
    down |= pairs_down & down >> twice;
    return up << step | down >> step;
}

/* The enemy runs beside a square that end at one's own disc. */
static inline grid_lanes grid_bracket(grid_lanes square, grid_lanes own, grid_lanes enemies,
                                      grid_lanes step)
{
    grid_lanes up = enemies & square << step, down = enemies & square >> step;
    up |= enemies & up << step;
    down |= enemies & down >> step;
    grid_lanes pairs_up = enemies & enemies << step, pairs_down = pairs_up >> step;
    grid_lanes twice = step + step;
    up |= pairs_up & up << twice;
    down |= pairs_down & down >> twice;
    up |= pairs_up & up << twice;
    down |= pairs_down & down >> twice;
    return (up & grid_where_any(own & up << step)) | (down & grid_where_any(own & down >> step));
}

#define GRID_INNER_COLUMNS UINT64_C(0x7e7e7e7e7e7e7e7e)

/* Where a side may claim, among the empty squares of the board. */
static inline grid grid_moves(grid own, grid other, grid empty)
{
    grid inner = other & GRID_INNER_COLUMNS;
#if defined __AVX2__
    grid_lanes to = grid_reach((grid_lanes){own, own, own, own},
                               (grid_lanes){inner, inner, other, inner}, (grid_lanes){1, 7, 8, 9});
    return (to[0] | to[2] | to[1] | to[3]) & empty;
#else
    return (grid_reach(own, inner, 1) | grid_reach(own, inner, 7) | grid_reach(own, other, 8) |
            grid_reach(own, inner, 9)) &
           empty;
#endif
}

/* What a claim of the square with this index turns over. */
static inline grid grid_flips(grid own, grid other, unsigned index)
{
    grid square = UINT64_C(1) << index;
    grid inner = other & GRID_INNER_COLUMNS;
#if defined __AVX2__
    grid_lanes run = grid_bracket(
        (grid_lanes){square, square, square, square}, (grid_lanes){own, own, own, own},
        (grid_lanes){inner, inner, other, inner}, (grid_lanes){1, 7, 8, 9});
    return run[0] | run[2] | run[1] | run[3];
#else
    return grid_bracket(square, own, inner, 1) | grid_bracket(square, own, inner, 7) |
           grid_bracket(square, own, other, 8) | grid_bracket(square, own, inner, 9);
#endif
}

/* The squares of a set and all their neighbours. */
static inline grid grid_spread(grid g)
{
    grid wide = g | (g << 1 & ~UINT64_C(0x0101010101010101)) |
                (g >> 1 & ~UINT64_C(0x8080808080808080));
    return wide | wide << 8 | wide >> 8;
}

static inline int grid_count(grid g)
{
    return __builtin_popcountll(g);
}

static inline bool grid_is_empty(grid g)
{
    return g == 0;
}

static inline struct words16 grid_words(grid g)
{
    return (struct words16){{g}};
}

static inline grid grid_from_words(struct words16 w)
{
    return w.word[0];
}

static inline unsigned grid_index(unsigned code)
{
    return (code >> 4) * 8 + (code & 7);
}

static inline unsigned grid_code(unsigned index)
{
    return index + (index & ~7u);
}

static inline grid grid_square(unsigned index)
{
    return UINT64_C(1) << index;
}

#endif
