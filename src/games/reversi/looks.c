/* looks.c - land bidding for people: what a claim turns over, and boards set up by hand */
#include "game/looks.h"

#include "games/reversi/reversi.h"

static void shape(const struct position *p, unsigned code, const struct position *child,
                  struct shape *out)
{
    if (code == REVERSI_PASS)
        return;
    reversi_cells before, after;
    reversi_get(p, before);
    reversi_get(child, after);
    out->kind = SHAPE_SQUARE;
    shape_add_cell(out, reversi_row(p->world, code), reversi_column(p->world, code));
    for (int row = 0; row < p->world->size; row++)
        for (int column = 0; column < p->world->size; column++)
            if (before[row][column] != 0 && before[row][column] != after[row][column])
                shape_add_effect(out, row, column);
}

static void describe(struct text *out, const struct move_context *s)
{
    int turned = s->shape->effect_count;
    if (s->shape->kind == SHAPE_NOWHERE)
        text_add(out, "is the only move");
    else
        text_add(out, "turns %d square%s over and leaves %d repl%s", turned, plural(turned),
                 s->replies, s->replies == 1 ? "y" : "ies");
}

static void refuse(struct text *out, const struct position *p, struct square from, struct square to)
{
    (void)from;
    struct move list[MOVES_MAX];
    reversi_cells cells;
    reversi_get(p, cells);
    if (cells[to.row][to.column] != 0)
        text_add(out, "This land is taken.");
    else if (p->world->rules->moves(p, list) > 0 && list[0].code == REVERSI_PASS)
        text_add(out, "Nothing can be claimed: pass.");
    else
        text_add(out, "No rival land lies between it and yours.");
}

static const struct brush brushes[] = {
    {"empty", PAINT_EMPTY},
    {"First land", PAINT_FIRST},
    {"Second land", PAINT_SECOND},
    {0},
};

static void compose(const struct edited_board *sketch, struct text *out)
{
    const int size = sketch->world->size;
    int count[3] = {0};
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            count[sketch->brush[row][column]]++;
    text_add(out, "%d\nSCORE %d %d\n", sketch->side + 1, count[1], count[2]);
    for (int row = 0; row < size; row++) {
        text_add(out, row == 0 ? "((" : "), (");
        for (int column = 0; column < size; column++)
            text_add(out, "%s%d", column == 0 ? "" : ", ", sketch->brush[row][column]);
    }
    text_add(out, "))\n");
}

/* What surprises who knows the sister game: the other side could still move. */
static const char *stuck(const struct position *p)
{
    const int squares = p->world->size * p->world->size;
    const bool is_full = p->score[0] + p->score[1] == squares;
    return p->world->variant == REVERSI_BIDDING && !is_full
               ? "the side to move has nothing to claim, which ends the game; more land wins"
               : NULL;
}

static double lead(const struct position *p)
{
    return p->world->size * p->world->size / 8.0;
}

const struct looks reversi_looks = {
    .shape = shape,
    .describe = describe,
    .margin = margin_in_points,
    .lead = lead,
    .standing = standing_by_score,
    .refuse = refuse,
    .stuck = stuck,
    .order = 3,
    .brushes = brushes,
    .has_mover = true,
    .compose = compose,
};
