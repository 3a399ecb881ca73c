#include "agents/oversight.h"

#include <assert.h>
#include <string.h>

void oversight_draw(struct oversight *o, const struct position *p, int percent,
                    struct random *random, search_filter *filter, void *filter_context)
{
    assert(percent >= 1 && percent <= 100);
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    assert(count > 0);
    int admitted = filter_keep(filter, filter_context, p, moves, count);
    int wanted = (admitted * percent + 99) / 100;
    memset(o, 0, sizeof *o);
    for (int i = 0; i < wanted; i++) {
        int j = i + (int)random_below(random, (unsigned)(admitted - i));
        struct move drawn = moves[j];
        moves[j] = moves[i];
        o->noticed[drawn.code / 64] |= UINT64_C(1) << drawn.code % 64;
    }
}

bool oversight_admits(void *oversight, const struct position *p, unsigned code)
{
    (void)p;
    const struct oversight *o = oversight;
    return o->noticed[code / 64] >> code % 64 & 1;
}
