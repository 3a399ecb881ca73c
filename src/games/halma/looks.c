/* looks.c - Halma for people: the way of a piece, how far a side has come, boards set up by hand */
#include "game/looks.h"

#include <math.h>

#include "game/facts.h"
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
    struct text dead = {0};
    if (facts_is_dead(s->after, &dead))
        text_add(out, "; %s", dead.data);
    text_free(&dead);
}

/* What the estimate counts, and how many of it make a win about three times as likely as a loss:
 * at first, and when a side has but its last pieces to bring home. */
static const char unit[] = "move";
static const double first_lead = 3, last_lead = 0.25;

static void margin(struct text *out, double margin)
{
    double units = fabs(margin);
    text_add(out, "about %.0f %s%s %s in the race", units, unit, plural((int)(units + 0.5)),
             margin > 0 ? "ahead" : "behind");
}

/* The pieces that have arrived where the other side starts. */
static int home(const struct position *p, int side)
{
    return board16_count(halma_of(p)->piece[side] & halma_camp[!side]);
}

/* What one is ahead by cannot be made up for any more when little is left of the way. */
static double lead(const struct position *p)
{
    const int most = home(p, 0) > home(p, 1) ? home(p, 0) : home(p, 1);
    return fmax(last_lead, first_lead * (HALMA_PIECES - most) / HALMA_PIECES);
}

static void standing(struct text *out, const struct position *p, int side)
{
    text_add(out, "%d of %d", home(p, side), HALMA_PIECES);
}

/* Why a piece of the mover does not go to an empty square that it can reach. */
static void refuse_end(struct text *out, const struct halma *p, unsigned from, unsigned to)
{
    const int side = p->head.side;
    const board16 *own = &halma_camp[side], *goal = &halma_camp[1 - side];
    if (board16_has(goal, from) && !board16_has(goal, to))
        text_add(out, "A piece that has arrived stays in the far camp.");
    else if (!board16_has(own, from) && board16_has(own, to))
        text_add(out, "Nobody goes back into the own camp.");
    else
        text_add(out, "Pieces that can leave your camp go first.");
}

static void refuse(struct text *out, const struct position *head, struct square first,
                   struct square last)
{
    const struct halma *p = halma_of(head);
    const unsigned from = square_at(first), to = square_at(last);
    const char *const *sides = game_halma.sides;
    uint8_t way[HALMA_WAY_MAX];
    bool settled;
    if (halma_glyph(p, from) == '.')
        text_add(out, "Pick one of your pieces first.");
    else if (!board16_has(&p->piece[head->side], from))
        text_add(out, "This piece is %s's; %s is to move.", sides[!head->side], sides[head->side]);
    else if (from == to && head->world->variant == HALMA_ADDENDUM)
        text_add(out, "Pieces that can leave your camp go first.");
    else if (from == to)
        text_add(out, "This piece has no move.");
    else if (halma_glyph(p, to) != '.')
        text_add(out, "A piece stands there.");
    else if (halma_way(p, halma_code(from, to), way, &settled) == 0)
        text_add(out, "No step and no chain of jumps leads there.");
    else
        refuse_end(out, p, from, to);
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
    .lead = lead,
    .standing = standing,
    .refuse = refuse,
    .order = 2,
    .brushes = brushes,
    .has_mover = true,
    .compose = compose,
};
