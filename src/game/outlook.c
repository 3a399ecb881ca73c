#include "game/outlook.h"

#include <math.h>
#include <stdlib.h>

#include "game/looks.h"
#include "game/solving.h"

/* An estimate may claim more than the board can still give. */
static void keep_possible(const struct position *p, struct outlook *o)
{
    const struct solving *solving = p->world->rules->solving;
    if (!solving || !solving->bounds || position_is_over(p))
        return;
    int low, high;
    solving->bounds(p, &low, &high);
    const double margin = fmin(fmax(o->margin, position_points(p, low)), position_points(p, high));
    o->beyond = margin != o->margin;
    o->margin = margin;
}

struct outlook outlook_of(const struct position *p, int value, bool proven)
{
    const int bonus = p->world->game->win_bonus;
    struct outlook o = {.margin = position_points(p, value),
                        .proven = proven,
                        .decided = proven || (bonus > 0 && abs(value) > bonus / 2)};
    if (!o.decided)
        keep_possible(p, &o);
    return o;
}

struct outlook outlook_of_move(const struct position *p, unsigned code, int value, bool proven)
{
    struct outlook o = outlook_of(p, value, proven);
    const struct rules *rules = p->world->rules;
    if (o.decided || !rules->solving || !rules->solving->bounds)
        return o;
    struct position *child = position_new(p->world);
    int gain = rules->play(p, code, child);
    if (!position_is_over(child)) {
        int low, high;
        rules->solving->bounds(child, &low, &high);
        const int banked = position_banked(p) + gain;
        o.decided = o.margin > 0 ? banked - high > 0 : o.margin < 0 && banked - low < 0;
        o.beyond = o.beyond && !o.decided;
    }
    free(child);
    return o;
}

/* 1: a certain win, -1: a certain loss, 0: all else. */
static int certainty(struct outlook o)
{
    return o.decided ? (o.margin > 0) - (o.margin < 0) : 0;
}

bool outlook_exceeds(struct outlook a, struct outlook b)
{
    return certainty(a) != certainty(b) ? certainty(a) > certainty(b) : a.margin > b.margin;
}

double outlook_chance(const struct position *p, struct outlook o)
{
    if (o.decided)
        return o.margin > 0 ? 1 : o.margin < 0 ? 0 : 0.5;
    return 1 / (1 + exp(-o.margin / looks_lead(p)));
}

void outlook_add(struct text *out, const struct game *game, struct outlook o)
{
    if (o.decided && o.margin != 0) {
        text_add(out, "a %s %s", o.proven ? "proven" : "certain", o.margin > 0 ? "win" : "loss");
        if (o.proven && game->counts)
            text_add(out, " by %g", fabs(o.margin));
    } else if (o.decided) {
        text_add(out, "a proven draw");
    } else if (o.beyond && o.margin != 0) {
        text_add(out, "%s", o.margin > 0 ? "far ahead" : "far behind");
    } else if (fabs(o.margin) < 0.5) {
        text_add(out, "the game looks even");
    } else {
        looks_margin(out, game, o.margin);
    }
}

void outlook_add_short(struct text *out, const struct game *game, struct outlook o)
{
    if (o.beyond && !o.decided && o.margin != 0)
        text_add(out, "%s", o.margin > 0 ? "far ahead" : "far behind");
    else if (!o.decided)
        text_add(out, "%+.1f", o.margin);
    else if (o.margin == 0)
        text_add(out, "drawn");
    else if (o.proven && game->counts)
        text_add(out, "%s by %g", o.margin > 0 ? "won" : "lost", fabs(o.margin));
    else
        text_add(out, "%s", o.margin > 0 ? "won" : "lost");
}
