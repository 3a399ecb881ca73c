#include "game/shape.h"

#include <string.h>

static void add(struct square *list, int *count, int most, int row, int column)
{
    if (*count < most)
        list[(*count)++] = (struct square){row, column};
}

void shape_add_cell(struct shape *shape, int row, int column)
{
    add(shape->cell, &shape->cell_count, SHAPE_CELLS_MAX, row, column);
}

void shape_add_way(struct shape *shape, int row, int column)
{
    add(shape->way, &shape->way_count, SHAPE_WAY_MAX, row, column);
}

void shape_add_effect(struct shape *shape, int row, int column)
{
    add(shape->effect, &shape->effect_count, SHAPE_CELLS_MAX, row, column);
}

void shape_add_changes(struct shape *shape, const struct position *p, const struct position *child)
{
    struct picture before = {0}, after = {0};
    p->world->game->draw(p, &before);
    child->world->game->draw(child, &after);
    for (int row = 0; row < after.rows; row++)
        for (int column = 0; column < after.columns; column++)
            if (before.cell[row][column].paint != after.cell[row][column].paint)
                shape_add_effect(shape, row, column);
}

/* --- shapes of games that have no looks --- */

static bool is_piece(uint8_t paint)
{
    return paint == PAINT_FIRST || paint == PAINT_SECOND || paint >= PAINT_KIND_0;
}

/* How pieces come and go in a move. */
struct changes {
    int placed;  /* squares that held no piece before and hold one now */
    int left;    /* squares that the mover's pieces have left */
    int entered; /* squares that hold a piece of the mover now and did not before */
    struct square place, from, to; /* the last one of each */
};

static struct changes changes_between(const struct position *p, const struct position *child)
{
    struct changes found = {0};
    struct picture before = {0}, after = {0};
    p->world->game->draw(p, &before);
    p->world->game->draw(child, &after);
    const uint8_t own = p->side == SIDE_FIRST ? PAINT_FIRST : PAINT_SECOND;
    for (int row = 0; row < after.rows; row++)
        for (int column = 0; column < after.columns; column++) {
            const struct square here = {row, column};
            uint8_t was = before.cell[row][column].paint, is = after.cell[row][column].paint;
            if (!is_piece(was) && is_piece(is))
                found.placed++, found.place = here;
            if (was == own && is != own)
                found.left++, found.from = here;
            if (was != own && is == own)
                found.entered++, found.to = here;
        }
    return found;
}

static void drop_effect(struct shape *shape, struct square square)
{
    int kept = 0;
    for (int i = 0; i < shape->effect_count; i++)
        if (shape->effect[i].row != square.row || shape->effect[i].column != square.column)
            shape->effect[kept++] = shape->effect[i];
    shape->effect_count = kept;
}

void shape_from_pictures(const struct position *p, const struct position *child,
                         struct shape *shape)
{
    const struct changes found = changes_between(p, child);
    shape_add_changes(shape, p, child);
    if (shape->effect_count == 0) {
        shape->kind = SHAPE_NOWHERE;
    } else if (found.placed == 1 && found.left == 0) {
        shape->kind = SHAPE_SQUARE;
        shape_add_cell(shape, found.place.row, found.place.column);
        drop_effect(shape, found.place);
    } else if (found.left == 1 && found.entered == 1) {
        shape->kind = SHAPE_WAY;
        const struct square ends[] = {found.from, found.to};
        for (int i = 0; i < 2; i++) {
            shape_add_cell(shape, ends[i].row, ends[i].column);
            shape_add_way(shape, ends[i].row, ends[i].column);
            drop_effect(shape, ends[i]);
        }
    } else {
        shape->kind = SHAPE_REGION;
        shape->cell_count = shape->effect_count;
        memcpy(shape->cell, shape->effect, (size_t)shape->effect_count * sizeof *shape->effect);
    }
}
