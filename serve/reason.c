#include "serve/reason.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "game/looks.h"

static void add_outlook(struct text *out, const struct game *game, const struct analysis_line *line)
{
    double margin = fabs(line->value);
    if (!line->has_value)
        return;
    if (line->proven && line->value != 0) {
        text_add(out, "; a proven %s", line->value > 0 ? "win" : "loss");
        if (game->counts)
            text_add(out, " by %g", margin);
    } else if (line->proven) {
        text_add(out, "; a proven draw");
    } else if (margin < 0.5) {
        text_add(out, "; the game looks even");
    } else {
        text_add(out, "; ");
        looks_margin(out, game, line->value);
    }
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
    struct move_context scene = {p, child, &shape, p->world->rules->moves(child, moves)};
    size_t begin = out->length;
    looks_describe(out, &scene);
    add_outlook(out, p->world->game, line);
    text_add(out, ".");
    out->data[begin] = (char)toupper((unsigned char)out->data[begin]);
    free(child);
}
