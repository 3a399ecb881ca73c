#include "search/filter.h"

#include <assert.h>

int filter_keep(search_filter *admits, void *context, const struct position *p, struct move *moves,
                int count)
{
    int kept = 0;
    for (int i = 0; admits && i < count; i++)
        if (admits(context, p, moves[i].code))
            moves[kept++] = moves[i];
    return kept > 0 ? kept : count;
}

unsigned filter_first(search_filter *admits, void *context, const struct position *p)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    assert(count > 0);
    count = filter_keep(admits, context, p, moves, count);
    int best = 0;
    for (int i = 1; i < count; i++)
        if (moves[i].hint > moves[best].hint)
            best = i;
    return moves[best].code;
}
