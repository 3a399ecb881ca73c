/* order.h - taking moves best first, sorting no more of them than are tried */
#ifndef CORE_ORDER_H
#define CORE_ORDER_H

#include "core/game.h"

/* Brings the best of the moves from first on to the front; order[i] is the rank of moves[i]. Which
 * one is the best is chance, so it is not left to a branch. */
static inline void order_pick(struct move *moves, int *order, int first, int count)
{
    int best = first, highest = order[first];
    for (int i = first + 1; i < count; i++) {
        bool is_higher = order[i] > highest;
        best = is_higher ? i : best;
        highest = is_higher ? order[i] : highest;
    }
    struct move move = moves[best];
    moves[best] = moves[first];
    moves[first] = move;
    order[best] = order[first];
    order[first] = highest;
}

#endif
