/* jumps.h - what pieces reach by jumps
 *
 * A jump changes each coordinate by 0 or 2, so a jumping piece keeps the parities of x and y. The
 * board falls apart into four quarters by these parities, each of them 8 x 8 squares in one word:
 *
 *     quarter 2 * (y & 1) + (x & 1),   bit 8 * (y >> 1) + (x >> 1)
 *
 * In its quarter a jump is a single step, and all that a piece can reach by jumps is a flood
 * fill with eight shifts. The squares jumped over lie in other quarters. That also settles the
 * subtle rule that there is nothing to jump over on the square the mover has left: it never comes
 * past that square. It may come back into it, but from there it reaches nothing new. So one set of
 * landing squares, made once, serves all pieces.
 */
#ifndef GAMES_HALMA_JUMPS_H
#define GAMES_HALMA_JUMPS_H

#include "games/halma/halma.h"

enum { QUARTERS = 4 };

struct quarters {
    uint64_t part[QUARTERS];
};

/* For each quarter and direction the empty squares that a jump in that direction can hit. */
struct landings {
    uint64_t part[QUARTERS][DIRECTIONS];
};

/* The directions are board16's. */
static const int jump_x[DIRECTIONS] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int jump_y[DIRECTIONS] = {-1, -1, -1, 0, 0, 1, 1, 1};

static inline unsigned quarter_of(unsigned square)
{
    return (halma_y(square) & 1) << 1 | (halma_x(square) & 1);
}

static inline unsigned quarter_bit(unsigned square)
{
    return halma_y(square) >> 1 << 3 | halma_x(square) >> 1;
}

static inline unsigned quarter_square(unsigned quarter, unsigned bit)
{
    return halma_square((bit & 7) << 1 | (quarter & 1), bit >> 3 << 1 | quarter >> 1);
}

static inline struct quarters quarters_of(board16 board)
{
    struct quarters q = {{0}};
    for (int x = 0; x < 2; x++) {
        board16 half = (x ? board >> 1 : board) & 0x5555;
        half = (half | half >> 1) & 0x3333;
        half = (half | half >> 2) & 0x0f0f;
        half = (half | half >> 4) & 0x00ff;
        struct words16 rows = board16_words(half);
        for (int i = 0; i < 4; i++) {
            uint64_t even = rows.word[i], odd = rows.word[i] >> 16;
            q.part[x] |= ((even | even >> 24) & 0xffff) << 16 * i;
            q.part[2 + x] |= ((odd | odd >> 24) & 0xffff) << 16 * i;
        }
    }
    return q;
}

static inline uint64_t quarter_rotate(uint64_t bits, int by)
{
    return bits << (by & 63) | bits >> (-by & 63);
}

/* Where a coordinate's neighbour lies in its quarter, relative to the coordinate in its own: an
 * even one shares its place with the odd one above it. */
static inline int quarter_neighbour(int parity, int step)
{
    return step == 0 ? 0 : parity ? (step + 1) / 2 : (step - 1) / 2;
}

/* The squares to land on, over any of the pieces. Rotated bits that wrap come to stand where no
 * shift of the flood arrives or in the column that is masked here. */
static inline void find_landings(const struct quarters *empty, const struct quarters *pieces,
                                 struct landings *out)
{
    static const uint64_t columns[3] = {UINT64_C(0x7f7f7f7f7f7f7f7f), UINT64_MAX,
                                        UINT64_C(0xfefefefefefefefe)};
    for (int q = 0; q < QUARTERS; q++)
        for (int d = 0; d < DIRECTIONS; d++) {
            int x = jump_x[d], y = jump_y[d];
            int over = q ^ ((y != 0) << 1 | (x != 0));
            int by = -8 * quarter_neighbour(q >> 1, -y) - quarter_neighbour(q & 1, -x);
            out->part[q][d] = empty->part[q] & quarter_rotate(pieces->part[over], by) &
                              columns[x + 1];
        }
}

/* All that is reached by jumps from some squares of a quarter; these themselves only if some jump
 * leads back to them. */
static inline uint64_t flood_jumps(uint64_t front, const uint64_t landing[DIRECTIONS])
{
    uint64_t reached = 0;
    while (front) {
        uint64_t next = (front >> 9 & landing[0]) | (front >> 8 & landing[1]) |
                        (front >> 7 & landing[2]) | (front >> 1 & landing[3]) |
                        (front << 1 & landing[4]) | (front << 7 & landing[5]) |
                        (front << 8 & landing[6]) | (front << 9 & landing[7]);
        front = next & ~reached;
        reached |= next;
    }
    return reached;
}

#endif
