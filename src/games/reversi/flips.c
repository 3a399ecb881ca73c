/* The tables of flips.h, written out by the compiler. */
#include "games/reversi/flips.h"

#define INSIDE(x, y) ((x) >= 0 && (x) < 8 && (y) >= 0 && (y) < 8)
#define AT(x, y)     (INSIDE(x, y) ? UINT64_C(1) << ((((y)&7) << 3) + ((x)&7)) : 0)
#define RAY(x, y, i, j)                                                    \
    (AT((x) + (i), (y) + (j)) | AT((x) + 2 * (i), (y) + 2 * (j)) |         \
     AT((x) + 3 * (i), (y) + 3 * (j)) | AT((x) + 4 * (i), (y) + 4 * (j)) | \
     AT((x) + 5 * (i), (y) + 5 * (j)) | AT((x) + 6 * (i), (y) + 6 * (j)) | \
     AT((x) + 7 * (i), (y) + 7 * (j)))

#define ROW(OF, y) OF(0, y), OF(1, y), OF(2, y), OF(3, y), OF(4, y), OF(5, y), OF(6, y), OF(7, y)
#define BOARD(OF) \
    ROW(OF, 0), ROW(OF, 1), ROW(OF, 2), ROW(OF, 3), ROW(OF, 4), ROW(OF, 5), ROW(OF, 6), ROW(OF, 7)

#define RAYS(x, y)                                                                  \
    {                                                                               \
        {RAY(x, y, 1, 0), RAY(x, y, -1, 1), RAY(x, y, 0, 1), RAY(x, y, 1, 1)},      \
        {                                                                           \
            RAY(x, y, -1, 0), RAY(x, y, 1, -1), RAY(x, y, 0, -1), RAY(x, y, -1, -1) \
        }                                                                           \
    }

const struct flips_rays flips_rays[FLIPS_SQUARES] = {BOARD(RAYS)};

#define BESIDE(x, y)                                                                        \
    (AT((x)-1, (y)-1) | AT(x, (y)-1) | AT((x) + 1, (y)-1) | AT((x)-1, y) | AT((x) + 1, y) | \
     AT((x)-1, (y) + 1) | AT(x, (y) + 1) | AT((x) + 1, (y) + 1))

const uint64_t flips_beside[FLIPS_SQUARES] = {BOARD(BESIDE)};

/* A line's first square is the one with the lowest bit. */
#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define LINES(x, y)                                       \
    {                                                     \
        {AT(x, y) | RAY(x, y, 1, 0) | RAY(x, y, -1, 0),   \
         AT(x, y) | RAY(x, y, -1, 1) | RAY(x, y, 1, -1),  \
         AT(x, y) | RAY(x, y, 0, 1) | RAY(x, y, 0, -1),   \
         AT(x, y) | RAY(x, y, 1, 1) | RAY(x, y, -1, -1)}, \
        {                                                 \
            x, LESS(7 - (x), y), y, LESS(x, y)            \
        }                                                 \
    }

// NOLINTNEXTLINE: of one of its squares LESS() compares a number with itself
const struct flips_lines flips_lines[FLIPS_SQUARES] = {BOARD(LINES)};

/* Zeroes below the lowest set bit, and above the highest one of those below a place; 0 if none is
 * set. */
#define LOWEST(x) \
    ((x)&1 ? 0 : (x)&2 ? 1 : (x)&4 ? 2 : (x)&8 ? 3 : (x)&16 ? 4 : (x)&32 ? 5 : (x)&64 ? 6 : 0)
#define ABOVE_HIGHEST(x, place)           \
    ((x) == 0 ? 0                         \
              : (place)-1 - ((x)&64   ? 6 \
                             : (x)&32 ? 5 \
                             : (x)&16 ? 4 \
                             : (x)&8  ? 3 \
                             : (x)&4  ? 2 \
                             : (x)&2  ? 1 \
                                      : 0))
#define TURNED(place, own) \
    (uint8_t)(LOWEST((own) >> ((place) + 1)) + ABOVE_HIGHEST((own) & ((1 << (place)) - 1), place))

#define BY_4(OF, p, b) OF(p, b), OF(p, (b) + 1), OF(p, (b) + 2), OF(p, (b) + 3)
#define BY_16(OF, p, b) \
    BY_4(OF, p, b), BY_4(OF, p, (b) + 4), BY_4(OF, p, (b) + 8), BY_4(OF, p, (b) + 12)
#define BY_64(OF, p, b) \
    BY_16(OF, p, b), BY_16(OF, p, (b) + 16), BY_16(OF, p, (b) + 32), BY_16(OF, p, (b) + 48)
#define BY_256(OF, p)                                                           \
    {                                                                           \
        BY_64(OF, p, 0), BY_64(OF, p, 64), BY_64(OF, p, 128), BY_64(OF, p, 192) \
    }

const uint8_t flips_on_line[8][256] = {
    BY_256(TURNED, 0), BY_256(TURNED, 1), BY_256(TURNED, 2), BY_256(TURNED, 3),
    BY_256(TURNED, 4), BY_256(TURNED, 5), BY_256(TURNED, 6), BY_256(TURNED, 7),
};
