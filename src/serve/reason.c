#include "serve/reason.h"

#include <ctype.h>
#include <stdlib.h>

#include "game/looks.h"

/* Adds " in 3 moves" if the game has no score and the line ends it. */
static void add_length(struct text *out, const struct position *p, const struct analysis_line *line)
{
    if (!line->decided || p->world->game->counts || line->value == 0)
        return;
    struct session *session = session_new(p, 0);
    for (int i = 0; i < line->length; i++)
        session_play(session, line->code[i]);
    const int moves = (line->length + (line->value > 0)) / 2; /* counts the winner's moves */
    if (position_is_over(session_now(session)))
        text_add(out, " in %d move%s", moves, plural(moves));
    session_free(session);
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
    if (line->has_value) {
        text_add(out, "; ");
        outlook_add(out, p->world->game, line_outlook(line));
        add_length(out, p, line);
    }
    text_add(out, ".");
    out->data[begin] = (char)toupper((unsigned char)out->data[begin]);
    free(child);
}
