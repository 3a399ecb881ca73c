/* shape.h - which squares a move uses and changes, for drawing it
 *
 * A game's looks (looks.h) know the shape of a move. For a game without them it is found from the
 * pictures before and after: a new piece on an empty square, a piece of the mover that goes from
 * one square to another, or else all squares that change.
 */
#ifndef GAME_SHAPE_H
#define GAME_SHAPE_H

#include "game/game.h"

enum { SHAPE_CELLS_MAX = BOARD_MAX * BOARD_MAX, SHAPE_WAY_MAX = 128 };

struct square {
    int row, column;
};

enum shape_kind { SHAPE_NOWHERE /* a pass */, SHAPE_REGION, SHAPE_WAY, SHAPE_SQUARE };

struct shape {
    enum shape_kind kind;
    int cell_count; /* the squares that stand for the move: region, from and to, or the square */
    struct square cell[SHAPE_CELLS_MAX];
    int way_count; /* of a way: from, where it touches down, to */
    struct square way[SHAPE_WAY_MAX];
    int effect_count; /* other squares that change: the region, what is flipped or newly covered */
    struct square effect[SHAPE_CELLS_MAX];
    int gain; /* points of the mover */
};

/* These add a square to a shape, as long as there is room. */
void shape_add_cell(struct shape *, int row, int column);
void shape_add_way(struct shape *, int row, int column);
void shape_add_effect(struct shape *, int row, int column);

/* Fills a zeroed shape from the pictures of a position and of the one after a move. */
void shape_from_pictures(const struct position *, const struct position *child, struct shape *);

/* Adds to the effect, row by row, the squares whose paint is another one in the second position. */
void shape_add_changes(struct shape *, const struct position *, const struct position *);

#endif
