#include "game/tuning.h"

#include <string.h>

#include "base/memory.h"

struct world *world_reweigh(const struct world *world, const int *weights)
{
    const struct tuning *tuning = world->game->tuning;
    struct world *copy = memory_aligned(POSITION_ALIGN, world->bytes);
    memcpy(copy, world, world->bytes);
    copy->weights = weights;
    if (tuning->recompute_world)
        tuning->recompute_world(copy);
    return copy;
}

void position_set_world(struct position *p, const struct world *copy)
{
    p->world = copy;
    if (copy->game->tuning->recompute_position)
        copy->game->tuning->recompute_position(p);
}
