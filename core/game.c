#include "core/game.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

struct position *position_new(const struct world *world)
{
    struct position *p = memory_aligned(POSITION_ALIGN, world->position_bytes);
    p->world = world;
    return p;
}

struct position *position_copy(const struct position *from)
{
    struct position *p = position_new(from->world);
    memcpy(p, from, from->world->position_bytes);
    return p;
}

struct problem *problem_new(struct world *world)
{
    struct problem *problem = memory_zero(sizeof *problem);
    problem->world = world;
    problem->position = position_new(world);
    problem->seconds = -1;
    return problem;
}

void problem_free(struct problem *problem)
{
    if (!problem)
        return;
    free(problem->position);
    free(problem->world);
    free(problem);
}

int game_variant(const struct game *game, const char *name)
{
    if (!name)
        return 0;
    for (int i = 0; game->variants[i]; i++)
        if (strcmp(game->variants[i], name) == 0)
            return i;
    return -1;
}

bool position_is_over(const struct position *p)
{
    struct move list[MOVES_MAX];
    return p->world->rules->moves(p, list) == 0;
}

int position_margin(const struct position *p)
{
    return p->score[SIDE_FIRST] - p->score[SIDE_SECOND];
}
