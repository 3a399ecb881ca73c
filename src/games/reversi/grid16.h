/* grid16.h - a board of up to 16 x 16 in a vector: board16 with a row in each lane
 *
 * The operations are those of grid8.h. Fills go square by square, since a run of enemies, though
 * up to fourteen long, is mostly two or three; the eight directions advance in step, so that the
 * processor has eight independent chains to work on and one test ends them all.
 */
#ifndef GAMES_REVERSI_GRID16_H
#define GAMES_REVERSI_GRID16_H

#include "games/reversi/reversi.h"

typedef board16 grid;

#define GRID_KIND    reversi_wide
#define GRID_SOLVING NULL /* the common solver, on request */

enum { GRID_EDGE = REVERSI_EDGE_WIDE, GRID_WORDS = 4 };

struct grid_front {
    grid to[DIRECTIONS];
};

/* Each direction's squares one step on. */
static inline struct grid_front grid_advance(struct grid_front f)
{
    return (struct grid_front){{board16_step(f.to[0], 0), board16_step(f.to[1], 1),
                                board16_step(f.to[2], 2), board16_step(f.to[3], 3),
                                board16_step(f.to[4], 4), board16_step(f.to[5], 5),
                                board16_step(f.to[6], 6), board16_step(f.to[7], 7)}};
}

static inline grid grid_union(const struct grid_front *f)
{
    return ((f->to[0] | f->to[1]) | (f->to[2] | f->to[3])) |
           ((f->to[4] | f->to[5]) | (f->to[6] | f->to[7]));
}

static inline void grid_restrict(struct grid_front *f, grid to)
{
    for (int d = 0; d < DIRECTIONS; d++)
        f->to[d] &= to;
}

/* Where a side may claim, among the empty squares of the board. */
static inline grid grid_moves(grid own, grid other, grid empty)
{
    struct grid_front front = {{own, own, own, own, own, own, own, own}};
    front = grid_advance(front);
    grid_restrict(&front, other);
    grid reach = board16_zero();
    while (!board16_is_empty(grid_union(&front))) {
        front = grid_advance(front);
        reach |= grid_union(&front);
        grid_restrict(&front, other);
    }
    return reach & empty;
}

/* The enemies bracketed in one direction from a square. */
static inline grid grid_bracket(grid square, grid own, grid other, int direction)
{
    grid run = board16_zero();
    grid at = board16_step(square, direction);
    while (!board16_is_empty(at & other)) {
        run |= at;
        at = board16_step(at, direction);
    }
    return board16_is_empty(at & own) ? board16_zero() : run;
}

/* What a claim of the square with this index turns over. */
static inline grid grid_flips(grid own, grid other, unsigned index)
{
    grid square = board16_square(index);
    return grid_bracket(square, own, other, 0) | grid_bracket(square, own, other, 1) |
           grid_bracket(square, own, other, 2) | grid_bracket(square, own, other, 3) |
           grid_bracket(square, own, other, 4) | grid_bracket(square, own, other, 5) |
           grid_bracket(square, own, other, 6) | grid_bracket(square, own, other, 7);
}

static inline grid grid_spread(grid g)
{
    return board16_spread(g);
}

static inline int grid_count(grid g)
{
    return board16_count(g);
}

static inline bool grid_is_empty(grid g)
{
    return board16_is_empty(g);
}

static inline struct words16 grid_words(grid g)
{
    return board16_words(g);
}

static inline grid grid_from_words(struct words16 w)
{
    return board16_from_words(w);
}

static inline unsigned grid_index(unsigned code)
{
    return code;
}

static inline unsigned grid_code(unsigned index)
{
    return index;
}

static inline grid grid_square(unsigned index)
{
    return board16_square(index);
}

#endif
