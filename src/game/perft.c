#include "game/perft.h"

#include <assert.h>
#include <stdlib.h>

uint64_t perft(const struct position *p, int depth, bool keeps_ends)
{
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    const struct rules *rules = p->world->rules;
    if (depth == 1 && rules->count_moves) {
        int count = rules->count_moves(p);
        return count > 0 ? (uint64_t)count : keeps_ends;
    }
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves);
    if (count == 0)
        return keeps_ends;
    if (depth == 1)
        return (uint64_t)count;
    uint64_t sum = 0;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        rules->play(p, moves[i].code, child);
        sum += perft(child, depth - 1, keeps_ends);
    }
    free(child);
    return sum;
}
