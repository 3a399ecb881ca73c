/* rows64.h - a board of up to 64 x 64, a word for each row
 *
 * Square (row, column) is bit `column` of row[row]; its index is 64 * row + column. This is the
 * plain board for sizes beyond board16.h: callers walk over as many rows as their board has, and
 * the rows and bits outside of it are 0.
 */
#ifndef GAME_ROWS64_H
#define GAME_ROWS64_H

#include <stdbool.h>
#include <stdint.h>

enum { ROWS64_EDGE = 64, ROWS64_SQUARES = ROWS64_EDGE * ROWS64_EDGE };

struct rows64 {
    uint64_t row[ROWS64_EDGE];
};

static inline unsigned rows64_index(int row, int column)
{
    return (unsigned)(ROWS64_EDGE * row + column);
}

static inline int rows64_row(unsigned index)
{
    return (int)(index / ROWS64_EDGE);
}

static inline int rows64_column(unsigned index)
{
    return (int)(index % ROWS64_EDGE);
}

static inline bool rows64_has(const struct rows64 *b, int row, int column)
{
    return b->row[row] >> column & 1;
}

static inline void rows64_add(struct rows64 *b, int row, int column)
{
    b->row[row] |= UINT64_C(1) << column;
}

/* A row with the squares of the first n columns. */
static inline uint64_t rows64_full_row(int n)
{
    return ~UINT64_C(0) >> (ROWS64_EDGE - n);
}

/* Each square of a row moves by -1, 0 or 1 columns; those that leave it fall off. */
static inline uint64_t rows64_shift(uint64_t row, int columns)
{
    return columns < 0 ? row >> 1 : columns > 0 ? row << 1 : row;
}

/* Of two boards, by the first n rows: a sum of (own + salt)(other + salt) in 128 bits, which is the
 * universal hash NH, folded into 64. */
static inline uint64_t rows64_hash(const struct rows64 *own, const struct rows64 *other,
                                   const uint64_t salt[2][ROWS64_EDGE], int n)
{
    __extension__ typedef unsigned __int128 product;
    product sum = 0;
    for (int i = 0; i < n; i++)
        sum += (product)(own->row[i] + salt[0][i]) * (other->row[i] + salt[1][i]);
    return (uint64_t)sum ^ (uint64_t)(sum >> 64);
}

/* The squares in the first n rows. */
static inline int rows64_count(const struct rows64 *b, int n)
{
    int count = 0;
    for (int row = 0; row < n; row++)
        count += __builtin_popcountll(b->row[row]); // NOLINT: n rows are set
    return count;
}

#endif
