#include "game/facts.h"

#include "game/game.h"

void facts_look(const struct position *p, struct fact_rows *rows)
{
    rows->count = 0;
    if (p->world->game->facts)
        p->world->game->facts->look(p, rows);
}

bool facts_is_dead(const struct position *p, struct text *why)
{
    const struct facts *facts = p->world->game->facts;
    return facts && facts->is_dead && facts->is_dead(p, why);
}
