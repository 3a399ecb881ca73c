/* order.h - taking moves best first, sorting no more of them than are tried */
#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

#include "game/game.h"

#if defined __AVX2__
#include <immintrin.h>
#endif

/* The place of the highest rank, the first of equals. Which one it is is chance, so that is not
 * left to branches. */
static inline int order_highest(const int *order, int first, int count)
{
#if defined __AVX2__
    enum { CHUNK = 8 };
    int last = count - CHUNK; /* the last chunk may overlap the one before */
    if (last >= first) {
        __m256i highest = _mm256_loadu_si256((const __m256i *)(order + last));
        for (int i = first; i < last; i += CHUNK)
            highest = _mm256_max_epi32(highest, _mm256_loadu_si256((const __m256i *)(order + i)));
        highest = _mm256_max_epi32(highest, _mm256_permute2x128_si256(highest, highest, 0x01));
        highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32(highest, 0x4e));
        highest = _mm256_max_epi32(highest, _mm256_shuffle_epi32(highest, 0xb1));
        for (int i = first;; i += CHUNK) {
            int from = i < last ? i : last;
            __m256i chunk = _mm256_loadu_si256((const __m256i *)(order + from));
            __m256 equal = _mm256_castsi256_ps(_mm256_cmpeq_epi32(chunk, highest));
            unsigned places = (unsigned)_mm256_movemask_ps(equal);
            if (places != 0)
                return from + __builtin_ctz(places);
        }
    }
#endif
    int best = first, highest_rank = order[first];
    for (int i = first + 1; i < count; i++) {
        bool is_higher = order[i] > highest_rank;
        best = is_higher ? i : best;
        highest_rank = is_higher ? order[i] : highest_rank;
    }
    return best;
}

/* Brings the best of the moves from first on to the front; order[i] is the rank of moves[i]. */
static inline void order_pick(struct move *moves, int *order, int first, int count)
{
    int best = order_highest(order, first, count);
    struct move move = moves[best];
    moves[best] = moves[first];
    moves[first] = move;
    int rank = order[best];
    order[best] = order[first];
    order[first] = rank;
}

#endif
