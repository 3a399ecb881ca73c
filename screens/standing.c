#include "screens/standing.h"

/* The start of such a game on the usual board, or NULL if it is no race: where something is counted
 * as the game goes on, or from the start. */
static struct problem *race_start(const struct position *p)
{
    const struct world *world = p->world;
    const struct game *game = world->game;
    if (game->pays)
        return NULL;
    struct notes notes = {0};
    const struct setup setup = {
        .size = world->size, .blocks = -1, .variant = game->variants[world->variant]};
    struct problem *start = game->create(&setup, &notes);
    if (start && start->position->score[0] == 0 && start->position->score[1] == 0)
        return start;
    problem_free(start);
    return NULL;
}

void standing_add(struct text *out, const struct position *p, int side)
{
    struct problem *start = race_start(p);
    if (!start) {
        text_add(out, "%d", p->score[side]);
        return;
    }
    struct picture before = {0}, now = {0};
    const uint8_t own = side == SIDE_FIRST ? PAINT_FIRST : PAINT_SECOND;
    const uint8_t other = side == SIDE_FIRST ? PAINT_SECOND : PAINT_FIRST;
    int goals = 0, arrived = 0;
    p->world->game->draw(start->position, &before);
    p->world->game->draw(p, &now);
    for (int r = 0; r < before.rows; r++)
        for (int c = 0; c < before.columns; c++)
            if (before.cell[r][c].paint == other) {
                goals++;
                arrived += now.cell[r][c].paint == own;
            }
    text_add(out, "%d of %d", arrived, goals);
    problem_free(start);
}
