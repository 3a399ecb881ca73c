#include "game/looks.h"

#include <math.h>
#include <stdlib.h>

const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

void margin_in_points(struct text *out, double margin)
{
    text_add(out, "expected to end about %.0f %s", fabs(margin), margin > 0 ? "ahead" : "behind");
}

void standing_by_score(struct text *out, const struct position *p, int side)
{
    int score[2];
    position_score(p, score);
    text_add(out, "%d", score[side]);
}

static void describe_plainly(struct text *out, const struct move_context *s)
{
    const struct shape *shape = s->shape;
    /* the squares of a region are its effect as well */
    int changed = shape->effect_count + (shape->kind == SHAPE_REGION ? 0 : shape->cell_count);
    text_add(out, "changes %d square%s", changed, plural(changed));
    if (shape->gain > 0 && s->before->world->game->counts)
        text_add(out, " for %d point%s", shape->gain, plural(shape->gain));
    if (s->replies == 0)
        text_add(out, " and ends the game");
    else
        text_add(out, " and leaves %d repl%s", s->replies, s->replies == 1 ? "y" : "ies");
}

void looks_describe(struct text *out, const struct move_context *scene)
{
    const struct looks *looks = scene->before->world->game->looks;
    (looks ? looks->describe : describe_plainly)(out, scene);
}

void looks_margin(struct text *out, const struct game *game, double margin)
{
    if (game->looks)
        game->looks->margin(out, margin);
    else if (game->counts)
        margin_in_points(out, margin);
    else
        text_add(out, "the side to move looks %s", margin > 0 ? "better" : "worse");
}

void looks_standing(struct text *out, const struct position *p, int side)
{
    const struct looks *looks = p->world->game->looks;
    (looks ? looks->standing : standing_by_score)(out, p, side);
}

double looks_lead(const struct position *p)
{
    const struct world *world = p->world;
    if (world->game->looks)
        return world->game->looks->lead(p);
    return world->game->counts ? world->size * world->size / 8.0 : 0.5;
}

static void refuse_plainly(struct text *out, const struct position *p, struct square from,
                           struct square to)
{
    (void)p, (void)from, (void)to;
    text_add(out, "That is no move here.");
}

void looks_refuse(struct text *out, const struct position *p, struct square from, struct square to)
{
    const struct looks *looks = p->world->game->looks;
    (looks ? looks->refuse : refuse_plainly)(out, p, from, to);
}

const char *looks_ending(const struct position *p, enum ending ending)
{
    const struct looks *looks = p->world->game->looks;
    const char *own = ending == ENDING_SCORE && looks && looks->stuck ? looks->stuck(p) : NULL;
    return own ? own : ending_meaning(ending);
}

int looks_brushes(const struct game *game)
{
    int count = 0;
    while (game->looks && game->looks->brushes[count].name)
        count++;
    return count;
}

void shape_of(const struct position *p, unsigned code, struct shape *shape)
{
    const struct looks *looks = p->world->game->looks;
    struct position *child = position_new(p->world);
    p->world->rules->play(p, code, child);
    /* the counts alone: its lists are as long as the largest board */
    shape->kind = SHAPE_NOWHERE;
    shape->cell_count = shape->way_count = shape->effect_count = 0;
    shape->gain = child->score[p->side] - p->score[p->side];
    if (looks)
        looks->shape(p, code, child, shape);
    else
        shape_from_pictures(p, child, shape);
    free(child);
}
