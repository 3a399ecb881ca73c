/* reducing.c - Fruit Rage made smaller: a row and a column less, or a fruit less */
#include "game/reducing.h"
#include "games/fruit/fruit.h"

static bool is_empty_row(const struct reduction *r, int row)
{
    for (int column = 0; column < r->world.size; column++)
        if (r->board.brush[row][column] != FRUIT_EMPTY)
            return false;
    return true;
}

/* Takes a fruit away and lets those above it fall. */
static bool take(struct reduction *r, int row, int column)
{
    if (r->board.brush[row][column] == FRUIT_EMPTY)
        return false;
    for (; row > 0; row--)
        r->board.brush[row][column] = r->board.brush[row - 1][column];
    r->board.brush[0][column] = FRUIT_EMPTY;
    return true;
}

static bool reduce(struct reduction *r, int way)
{
    const int size = r->world.size, squares = size * size;
    const int row = way % squares / size, column = way % size;
    if (way >= squares)
        return take(r, row, column);
    /* empty rows lie on top and are all alike: the first one stands for them */
    return (row == 0 || !is_empty_row(r, row)) && reduction_cut(r, row, column);
}

const struct reducing fruit_reducing = {
    .ways = reduction_cuts_and_squares,
    .reduce = reduce,
    .things = "fruit",
    .count = reduction_count,
};
