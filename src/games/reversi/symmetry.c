#include "games/reversi/symmetry.h"

/* Exchanges the bits of `low` with those `distance` above them. */
static inline uint64_t exchange(uint64_t squares, uint64_t low, int distance)
{
    uint64_t differ = (squares ^ squares >> distance) & low;
    return squares ^ differ ^ differ << distance;
}

/* A smaller board lies in the corner at bit 0: what is mirrored has to come back there. */
static uint64_t mirror_columns(int n, uint64_t squares)
{
    squares = exchange(squares, UINT64_C(0x5555555555555555), 1);
    squares = exchange(squares, UINT64_C(0x3333333333333333), 2);
    squares = exchange(squares, UINT64_C(0x0f0f0f0f0f0f0f0f), 4);
    return squares >> (8 - n);
}

static uint64_t mirror_rows(int n, uint64_t squares)
{
    return __builtin_bswap64(squares) >> 8 * (8 - n);
}

static uint64_t transpose(uint64_t squares)
{
    squares = exchange(squares, UINT64_C(0x00aa00aa00aa00aa), 7);
    squares = exchange(squares, UINT64_C(0x0000cccc0000cccc), 14);
    return exchange(squares, UINT64_C(0x00000000f0f0f0f0), 28);
}

uint64_t symmetry_turn(int n, uint64_t squares, unsigned way)
{
    if (way & 1)
        squares = mirror_columns(n, squares);
    if (way & 2)
        squares = mirror_rows(n, squares);
    return way & 4 ? transpose(squares) : squares;
}

unsigned symmetry_settle(int n, uint64_t *own, uint64_t *other)
{
    uint64_t least_own = *own, least_other = *other;
    unsigned chosen = 0;
    for (unsigned way = 1; way < SYMMETRY_WAYS; way++) {
        uint64_t a = symmetry_turn(n, *own, way), b = symmetry_turn(n, *other, way);
        if (a < least_own || (a == least_own && b < least_other)) {
            least_own = a;
            least_other = b;
            chosen = way;
        }
    }
    *own = least_own;
    *other = least_other;
    return chosen;
}
