/* shape.h - what a move looks like on the board
 *
 * Made from what every game offers anyway, its texts and pictures, so that pages and people see
 * the squares of a move without knowing any game. A move is written in one of
 * three ways, and that tells its kind:
 *
 *     G8          a cell by letter and row: it takes the whole region of its kind
 *     4,1-5,1     from a square to a square, column first
 *     3,5         a square, row first
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
    int effect_count; /* squares that change hands: the region, what is flipped or newly covered */
    struct square effect[SHAPE_CELLS_MAX];
    int gain; /* points of the mover */
};

/* The shape of a legal move. */
void shape_of(const struct position *, unsigned code, struct shape *);

#endif
