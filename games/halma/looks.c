/* looks.c - Halma for people: the way of a piece, how far a side has come, boards set up by hand */
#include "game/looks.h"

#include <math.h>

#include "games/halma/halma.h"

static void shape(const struct position *p, unsigned code, const struct position *child,
                  struct shape *out)
{
    (void)child;
    uint8_t way[HALMA_WAY_MAX];
    bool settled;
    const int count = halma_way(halma_of(p), code, way, &settled);
    const unsigned from = halma_from(code), to = halma_to(code);
    out->kind = SHAPE_WAY;
    shape_add_cell(out, (int)halma_y(from), (int)halma_x(from));
    shape_add_cell(out, (int)halma_y(to), (int)halma_x(to));
    for (int i = 0; i < count; i++)
        shape_add_way(out, (int)halma_y(way[i]), (int)halma_x(way[i]));
}

static unsigned square_at(struct square at)
{
    return halma_square((unsigned)at.column, (unsigned)at.row);
}

static void describe(struct text *out, const struct move_context *s)
{
    const unsigned from = square_at(s->shape->cell[0]), to = square_at(s->shape->cell[1]);
    const unsigned goal = halma_goal_corner(s->before->side);
    const int legs = s->shape->way_count - 1;
    if (legs == 1 && halma_king_steps(from, to) < 2)
        text_add(out, "steps one square");
    else if (legs == 1)
        text_add(out, "jumps once");
    else
        text_add(out, "jumps %d times", legs);
    int nearer = (int)halma_king_steps(from, goal) - (int)halma_king_steps(to, goal);
    if (nearer > 0)
        text_add(out, ", %d square%s nearer to the far corner", nearer, plural(nearer));
}

static void margin(struct text *out, double margin)
{
    double squares = fabs(margin);
    text_add(out, "about %.0f square%s %s in the race", squares, plural((int)(squares + 0.5)),
             margin > 0 ? "ahead" : "behind");
}

/* The pieces that have arrived where the other side starts. */
static void standing(struct text *out, const struct position *p, int side)
{
    text_add(out, "%d of %d", board16_count(halma_of(p)->piece[side] & halma_camp[!side]),
             HALMA_PIECES);
}

static const struct brush brushes[] = {
    {"empty", PAINT_EMPTY},
    {"Black piece", PAINT_FIRST},
    {"White piece", PAINT_SECOND},
    {0},
};

static void compose(const struct edited_board *sketch, struct text *out)
{
    text_add(out, "GAME\n%s\n%.1f\n", sketch->side == SIDE_FIRST ? "BLACK" : "WHITE",
             game_halma.game_seconds);
    for (int row = 0; row < HALMA_EDGE; row++) {
        for (int column = 0; column < HALMA_EDGE; column++)
            text_add(out, "%c", ".BW"[sketch->brush[row][column]]);
        text_add(out, "\n");
    }
}

const struct looks halma_looks = {
    .shape = shape,
    .describe = describe,
    .margin = margin,
    .standing = standing,
    .order = 2,
    .brushes = brushes,
    .has_mover = true,
    .compose = compose,
};
