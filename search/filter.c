#include "search/filter.h"

#include "game/caution.h"

int filter_keep(search_filter *admits, void *context, const struct position *p, struct move *moves,
                int count)
{
    int kept = 0;
    for (int i = 0; admits && i < count; i++)
        if (admits(context, p, moves[i].code))
            moves[kept++] = moves[i];
    return kept > 0 ? kept : count;
}

bool search_admits_safe(void *unused, const struct position *p, unsigned code)
{
    (void)unused;
    const struct caution *caution = p->world->rules->caution;
    return !caution || !caution->is_risky(p, code);
}
