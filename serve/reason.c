#include "serve/reason.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "game/shape.h"

/* A move before and after, for those who describe it. */
struct scene {
    const struct position *before, *after;
    const struct shape *shape;
    int replies; /* legal moves afterwards */
};

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

/* Squares from a cell to the corner where the side wants to go. */
static int distance(const struct position *p, struct square cell)
{
    int last = p->world->size - 1;
    int down = p->side == SIDE_FIRST ? last - cell.row : cell.row;
    int across = p->side == SIDE_FIRST ? last - cell.column : cell.column;
    return down > across ? down : across;
}

static void describe_region(struct text *out, const struct scene *s)
{
    const struct rules *rules = s->before->world->rules;
    int count = s->shape->cell_count;
    text_add(out, "takes %d fruit%s for %d point%s", count, plural(count), s->shape->gain,
             plural(s->shape->gain));
    if (s->replies > 0 && rules->glance)
        text_add(out, " and leaves the opponent at most %d", rules->glance(s->after, VALUE_MAX));
    else if (s->replies == 0)
        text_add(out, " and empties the board");
}

static void describe_way(struct text *out, const struct scene *s)
{
    const struct square *from = &s->shape->cell[0], *to = &s->shape->cell[1];
    int legs = s->shape->way_count - 1;
    bool step = legs == 1 && abs(from->row - to->row) < 2 && abs(from->column - to->column) < 2;
    if (step)
        text_add(out, "steps one square");
    else if (legs == 1)
        text_add(out, "jumps once");
    else
        text_add(out, "jumps %d times", legs);
    int nearer = distance(s->before, *from) - distance(s->before, *to);
    if (nearer > 0)
        text_add(out, ", %d square%s nearer to the far corner", nearer, plural(nearer));
}

static void describe_square(struct text *out, const struct scene *s)
{
    int changed = s->shape->effect_count;
    if (s->before->world->game->pays)
        text_add(out, "newly covers %d square%s and leaves %d legal square%s", s->shape->gain,
                 plural(s->shape->gain), s->replies, plural(s->replies));
    else
        text_add(out, "turns %d square%s over and leaves %d repl%s", changed, plural(changed),
                 s->replies, s->replies == 1 ? "y" : "ies");
}

static void describe_pass(struct text *out, const struct scene *s)
{
    (void)s;
    text_add(out, "is the only move");
}

static void (*const describe[])(struct text *, const struct scene *) = {
    [SHAPE_NOWHERE] = describe_pass,
    [SHAPE_REGION] = describe_region,
    [SHAPE_WAY] = describe_way,
    [SHAPE_SQUARE] = describe_square,
};

static void add_outlook(struct text *out, const struct position *p,
                        const struct analysis_line *line)
{
    double margin = fabs(line->value);
    bool race = p->world->game->repetition_limit > 0; /* its margins are no points */
    if (!line->has_value)
        return;
    if (line->proven && line->value != 0)
        text_add(out, race ? "; a proven %s" : "; a proven %s by %g",
                 line->value > 0 ? "win" : "loss", margin);
    else if (line->proven)
        text_add(out, "; a proven draw");
    else if (margin < 0.5)
        text_add(out, "; the game looks even");
    else if (race)
        text_add(out, "; about %.0f square%s %s in the race", margin, plural((int)(margin + 0.5)),
                 line->value > 0 ? "ahead" : "behind");
    else
        text_add(out, "; expected to end about %.0f %s", margin,
                 line->value > 0 ? "ahead" : "behind");
}

void reason_add(struct text *out, const struct analysis *a)
{
    const struct position *p = a->position;
    const struct analysis_line *line = &a->line[0];
    struct position *child = position_new(p->world);
    struct move moves[MOVES_MAX];
    struct shape shape;
    shape_of(p, line->code[0], &shape);
    p->world->rules->play(p, line->code[0], child);
    struct scene scene = {p, child, &shape, p->world->rules->moves(child, moves)};
    size_t begin = out->length;
    describe[shape.kind](out, &scene);
    add_outlook(out, p, line);
    text_add(out, ".");
    out->data[begin] = (char)toupper((unsigned char)out->data[begin]);
    free(child);
}
