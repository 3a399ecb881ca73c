/* looks.c - Fruit Rage for people: what a move takes and leaves, and boards set up by hand */
#include "game/looks.h"

#include <string.h>

#include "games/fruit/fruit.h"

/* The fruits of one kind that hang together with the cell that names the move. */
static void shape(const struct position *p, unsigned code, const struct position *child,
                  struct shape *out)
{
    (void)child;
    static const struct square steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    struct fruit_grid grid;
    bool seen[FRUIT_EDGE][FRUIT_EDGE] = {{false}};
    fruit_width(p->world)->get(p, &grid);
    const struct square first = {grid.size - 1 - (int)fruit_height(code), (int)fruit_column(code)};
    const uint8_t kind = grid.cell[first.row][first.column];
    out->kind = SHAPE_REGION;
    shape_add_cell(out, first.row, first.column);
    seen[first.row][first.column] = true;
    for (int at = 0; at < out->cell_count; at++)
        for (int d = 0; d < 4; d++) {
            int row = out->cell[at].row + steps[d].row;
            int column = out->cell[at].column + steps[d].column;
            if (row < 0 || column < 0 || row >= grid.size || column >= grid.size ||
                seen[row][column] || grid.cell[row][column] != kind)
                continue;
            seen[row][column] = true;
            shape_add_cell(out, row, column);
        }
    out->effect_count = out->cell_count;
    memcpy(out->effect, out->cell, (size_t)out->cell_count * sizeof *out->cell);
}

static void describe(struct text *out, const struct move_context *s)
{
    const struct rules *rules = s->before->world->rules;
    int count = s->shape->cell_count, gain = s->shape->gain;
    text_add(out, "takes %d fruit%s for %d point%s", count, plural(count), gain, plural(gain));
    if (s->replies > 0)
        text_add(out, " and leaves the opponent at most %d",
                 fruit_width_of(rules)->best_gain(s->after, VALUE_MAX));
    else
        text_add(out, " and empties the board");
}

static void refuse(struct text *out, const struct position *p, struct square from, struct square to)
{
    (void)p, (void)from, (void)to;
    text_add(out, "No fruit is left here.");
}

static const struct brush brushes[] = {
    {"empty", PAINT_EMPTY},      {"cherry", PAINT_KIND_0},         {"blueberry", PAINT_KIND_0 + 1},
    {"lemon", PAINT_KIND_0 + 2}, {"pear", PAINT_KIND_0 + 3},       {"orange", PAINT_KIND_0 + 4},
    {"grape", PAINT_KIND_0 + 5}, {"strawberry", PAINT_KIND_0 + 6}, {"banana", PAINT_KIND_0 + 7},
    {"kiwi", PAINT_KIND_0 + 8},  {"melon", PAINT_KIND_0 + 9},      {0},
};

static void compose(const struct edited_board *sketch, struct text *out)
{
    const int size = sketch->world->size;
    int kinds = sketch->world->option[FRUIT_KINDS];
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (sketch->brush[row][column] > kinds)
                kinds = sketch->brush[row][column];
    text_add(out, "%d\n%d\n%.1f\n", size, kinds, game_fruit.game_seconds);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++)
            text_add(out, "%c", "*0123456789"[sketch->brush[row][column]]);
        text_add(out, "\n");
    }
}

static double lead(const struct position *p)
{
    return 4 + 0.3 * p->world->size * p->world->size;
}

const struct looks fruit_looks = {
    .shape = shape,
    .describe = describe,
    .margin = margin_in_points,
    .lead = lead,
    .standing = standing_by_score,
    .refuse = refuse,
    .order = 1,
    .brushes = brushes,
    .has_mover = false,
    .compose = compose,
};
