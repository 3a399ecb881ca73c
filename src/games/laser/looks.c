/* looks.c - Laser Checkmate for people: what an emitter covers, and boards set up by hand */
#include "game/looks.h"

#include "games/laser/laser.h"

/* True if the square looks different: what covers an emitter does not show. */
static bool is_changed(const struct laser_scene *before, const struct laser_scene *after, int row,
                       int column)
{
    int cell = after->cell[row][column];
    return before->cell[row][column] != cell ||
           (cell == LASER_EMPTY && before->covered[row][column] != after->covered[row][column]);
}

/* The emitter's own square is newly covered, too; all that changes is within its reach. */
static void shape(const struct position *p, unsigned code, const struct position *child,
                  struct shape *out)
{
    out->kind = SHAPE_SQUARE;
    shape_add_cell(out, laser_row(p->world, code), laser_column(p->world, code));
    struct laser_scene before, after;
    const struct laser_kind *kind = laser_kind(p->world->size);
    kind->show(p, &before);
    kind->show(child, &after);
    int row = out->cell[0].row, column = out->cell[0].column;
    for (int r = row - LASER_RANGE; r <= row + LASER_RANGE; r++)
        for (int c = column - LASER_RANGE; c <= column + LASER_RANGE; c++)
            if (r >= 0 && r < after.size && c >= 0 && c < after.size &&
                is_changed(&before, &after, r, c))
                shape_add_effect(out, r, c);
}

static void describe(struct text *out, const struct move_context *s)
{
    text_add(out, "newly covers %d square%s and leaves %d legal square%s", s->shape->gain,
             plural(s->shape->gain), s->replies, plural(s->replies));
}

static void refuse(struct text *out, const struct position *p, struct square from, struct square to)
{
    struct laser_scene scene;
    laser_kind(p->world->size)->show(p, &scene);
    int cell = scene.cell[to.row][to.column];
    from = to;
    if (cell == LASER_BLOCK)
        text_add(out, "A block stands here.");
    else if (cell != LASER_EMPTY)
        text_add(out, "An emitter stands here.");
    else if (laser_emitter_near(&scene, &from.row, &from.column))
        text_add(out, "A beam from %d,%d covers it.", from.row, from.column);
}

static const struct brush brushes[] = {
    {"empty", PAINT_EMPTY},
    {"First emitter", PAINT_FIRST},
    {"Second emitter", PAINT_SECOND},
    {"block", PAINT_BLOCK},
    {0},
};

/* The brushes are numbered like the cells of the file, whose reader takes the first side to be the
 * one to move. */
static void compose(const struct edited_board *sketch, struct text *out)
{
    const int size = sketch->world->size;
    text_add(out, "%d\n", size);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++)
            text_add(out, "%d", sketch->brush[row][column]);
        text_add(out, "\n");
    }
}

static double lead(const struct position *p)
{
    return 1 + p->world->size * p->world->size / 12.0;
}

const struct looks laser_looks = {
    .shape = shape,
    .describe = describe,
    .margin = margin_in_points,
    .lead = lead,
    .standing = standing_by_score,
    .refuse = refuse,
    .order = 4,
    .brushes = brushes,
    .has_mover = false,
    .compose = compose,
};
