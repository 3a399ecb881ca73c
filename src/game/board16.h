/* board16.h - a 16 x 16 bit board in one vector register
 *
 *        bit 0  1  2 … 15
 * lane 0  |  .  .  .    .      Mostly a lane is a row and a bit a column. Where things fall, a
 * lane 1  |  .  .  .    .      lane is a column and bit 0 its bottom, so that gravity is a shift.
 *   …     |
 * lane 15 |  .  .  .    .
 *
 * A square's index is 16 * lane + bit. Steps that leave the board fall off: a shift within lanes
 * never wraps into the next one, a shift of lanes brings in zeros. Smaller boards live in the
 * corner at lane 0, bit 0 and mask what is outside.
 *
 * The type is the compilers' vector extension: with AVX2 an operation is an instruction or two,
 * without it the same source becomes SSE2 or plain code. That is the portable twin. Boards stay
 * inside inline functions and structs; no external function takes one by value, because that would
 * tie the calling convention to the instruction set.
 */
#ifndef GAME_BOARD16_H
#define GAME_BOARD16_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined __AVX2__
#include <immintrin.h>
#endif

typedef uint16_t board16 __attribute__((vector_size(32)));

/* The board as four words for counting and walking: word i holds the lanes 4i … 4i+3. */
struct words16 {
    uint64_t word[4];
};

static inline board16 board16_zero(void)
{
    return (board16){0};
}

static inline struct words16 board16_words(board16 b)
{
    struct words16 w;
    memcpy(&w, &b, sizeof w);
    return w;
}

static inline board16 board16_from_words(struct words16 w)
{
    board16 b;
    memcpy(&b, &w, sizeof b);
    return b;
}

static inline board16 board16_square(unsigned index)
{
    struct words16 w = {{0}};
    w.word[index >> 6] = UINT64_C(1) << (index & 63);
    return board16_from_words(w);
}

/* The n x n corner. */
static inline board16 board16_corner(int n)
{
    board16 b = {0};
    for (int lane = 0; lane < n; lane++)
        b[lane] = (uint16_t)((1u << n) - 1);
    return b;
}

static inline bool board16_is_empty(board16 b)
{
#if defined __AVX2__
    return _mm256_testz_si256((__m256i)b, (__m256i)b);
#else
    struct words16 w = board16_words(b);
    return (w.word[0] | w.word[1] | w.word[2] | w.word[3]) == 0;
#endif
}

static inline bool board16_equal(board16 a, board16 b)
{
    return board16_is_empty(a ^ b);
}

static inline bool board16_has(const board16 *b, unsigned index)
{
    uint16_t lane;
    memcpy(&lane, (const char *)b + 2 * (index >> 4), sizeof lane);
    return lane >> (index & 15) & 1;
}

static inline int board16_count(board16 b)
{
    struct words16 w = board16_words(b);
    return __builtin_popcountll(w.word[0]) + __builtin_popcountll(w.word[1]) +
           __builtin_popcountll(w.word[2]) + __builtin_popcountll(w.word[3]);
}

/* Index of the first square of a board that is not empty. */
static inline unsigned board16_first(board16 b)
{
    struct words16 w = board16_words(b);
    unsigned i = 0;
    while (w.word[i] == 0)
        i++;
    return 64 * i + (unsigned)__builtin_ctzll(w.word[i]);
}

/* for_each_square16(square, board) { … }: every square of a board in ascending order. */
#define for_each_square16(square, board)                                                       \
    for (struct words16 walk_##square = board16_words(board), *once_##square = &walk_##square; \
         once_##square; once_##square = 0)                                                     \
        for (unsigned part_##square = 0, square = 0; part_##square < 4; part_##square++)       \
            for (; walk_##square.word[part_##square] != 0 &&                                   \
                   (square = 64 * part_##square +                                              \
                             (unsigned)__builtin_ctzll(walk_##square.word[part_##square]),     \
                   1);                                                                         \
                 walk_##square.word[part_##square] &= walk_##square.word[part_##square] - 1)

/* Each square moves one bit up or down within its lane. */
static inline board16 board16_bit_up(board16 b)
{
    return b << 1;
}

static inline board16 board16_bit_down(board16 b)
{
    return b >> 1;
}

/* Each square moves one lane up or down. */
static inline board16 board16_lane_up(board16 b)
{
#if defined __AVX2__
    __m256i v = (__m256i)b;
    __m256i carried = _mm256_permute2x128_si256(v, v, 0x08); /* low half up, zeros below */
    return (board16)_mm256_alignr_epi8(v, carried, 14);
#else
    struct words16 w = board16_words(b);
    w.word[3] = w.word[3] << 16 | w.word[2] >> 48;
    w.word[2] = w.word[2] << 16 | w.word[1] >> 48;
    w.word[1] = w.word[1] << 16 | w.word[0] >> 48;
    w.word[0] = w.word[0] << 16;
    return board16_from_words(w);
#endif
}

static inline board16 board16_lane_down(board16 b)
{
#if defined __AVX2__
    __m256i v = (__m256i)b;
    __m256i carried = _mm256_permute2x128_si256(v, v, 0x81); /* high half down, zeros above */
    return (board16)_mm256_alignr_epi8(carried, v, 2);
#else
    struct words16 w = board16_words(b);
    w.word[0] = w.word[0] >> 16 | w.word[1] << 48;
    w.word[1] = w.word[1] >> 16 | w.word[2] << 48;
    w.word[2] = w.word[2] >> 16 | w.word[3] << 48;
    w.word[3] = w.word[3] >> 16;
    return board16_from_words(w);
#endif
}

/* One step in one of the eight directions, numbered so that d and 7 - d are opposite:
 *
 *        0 1 2      lane - 1
 *        3   4
 *        5 6 7      lane + 1
 */
enum { DIRECTIONS = 8 };

static inline board16 board16_step(board16 b, int direction)
{
    switch (direction) {
    case 0: return board16_lane_down(b >> 1);
    case 1: return board16_lane_down(b);
    case 2: return board16_lane_down(b << 1);
    case 3: return b >> 1;
    case 4: return b << 1;
    case 5: return board16_lane_up(b >> 1);
    case 6: return board16_lane_up(b);
    default: return board16_lane_up(b << 1);
    }
}

/* All neighbours in the eight directions, and the board itself. */
static inline board16 board16_spread(board16 b)
{
    board16 wide = b | b << 1 | b >> 1;
    return wide | board16_lane_up(wide) | board16_lane_down(wide);
}

#endif
