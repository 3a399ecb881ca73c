/* order.h - taking moves best first, sorting no more of them than are tried */
#ifndef CORE_ORDER_H
#define CORE_ORDER_H

#include "core/game.h"

/* Brings the best of the moves from first on to the front; order[i] is the rank of moves[i]. */
static inline void order_pick(struct move *moves, int *order, int first, int count)
{
    int best = first;
    for (int i = first + 1; i < count; i++)
        if (order[i] > order[best])
            best = i;
    struct move move = moves[best];
    moves[best] = moves[first];
    moves[first] = move;
    int value = order[best];
    order[best] = order[first];
    order[first] = value;
}

#endif
