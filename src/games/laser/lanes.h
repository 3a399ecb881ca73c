/* lanes.h - sixteen numbers side by side, or sixteen sets of up to sixteen things
 *
 * A vector register in the compilers' extension. Where the machine has instructions for what the
 * extension lacks, they are used.
 */
#ifndef GAMES_LASER_LANES_H
#define GAMES_LASER_LANES_H

#include <stdbool.h>
#include <stdint.h>

#if defined __AVX2__
#include <immintrin.h>
#endif

enum { LANES = 16 };

typedef int16_t lanes __attribute__((vector_size(2 * LANES)));

static inline lanes lanes_of(int x)
{
    return (lanes){0} + (int16_t)x;
}

#if defined __AVX2__

static inline lanes lanes_higher(lanes a, lanes b)
{
    return (lanes)_mm256_max_epi16((__m256i)a, (__m256i)b);
}

static inline lanes lanes_lower(lanes a, lanes b)
{
    return (lanes)_mm256_min_epi16((__m256i)a, (__m256i)b);
}

static inline bool lanes_are_zero(lanes a)
{
    return _mm256_testz_si256((__m256i)a, (__m256i)a);
}

/* The numbers at these places of a table; all are below LANES. */
static inline lanes lanes_looked_up(lanes table, lanes places)
{
#if defined __AVX512BW__ && defined __AVX512VL__
    return (lanes)_mm256_permutexvar_epi16((__m256i)places, (__m256i)table);
#else
    /* the low bytes of the table and the high ones, in both halves of a register */
    const __m256i apart = _mm256_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15, 0,
                                           2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
    __m256i bytes = _mm256_shuffle_epi8((__m256i)table, apart);
    __m256i low = _mm256_permute4x64_epi64(bytes, 0x88);
    __m256i high = _mm256_permute4x64_epi64(bytes, 0xdd);
    __m256i at = (__m256i)(places * 0x0101);
    const __m256i first = _mm256_set1_epi16(0xff);
    return (lanes)_mm256_blendv_epi8(_mm256_shuffle_epi8(high, at), _mm256_shuffle_epi8(low, at),
                                     first);
#endif
}

#else

static inline lanes lanes_higher(lanes a, lanes b)
{
    lanes is_higher = a > b;
    return (a & is_higher) | (b & ~is_higher);
}

static inline lanes lanes_lower(lanes a, lanes b)
{
    lanes is_lower = a < b;
    return (a & is_lower) | (b & ~is_lower);
}

static inline bool lanes_are_zero(lanes a)
{
    int any = 0;
    for (int i = 0; i < LANES; i++)
        any |= a[i];
    return any == 0;
}

static inline lanes lanes_looked_up(lanes table, lanes places)
{
    lanes found;
    for (int i = 0; i < LANES; i++)
        found[i] = table[places[i]];
    return found;
}

#endif

/* How many members each set has. Several such counts can be added up before they are finished by
 * lanes_joined(): they may be counts of each half of a set, as two bytes. */
#if defined __AVX512BITALG__ && defined __AVX512VL__

static inline lanes lanes_counted_apart(lanes sets)
{
    return (lanes)_mm256_popcnt_epi16((__m256i)sets);
}

static inline lanes lanes_joined(lanes counts)
{
    return counts;
}

#else

static inline lanes lanes_counted_apart(lanes sets)
{
#if defined __AVX2__
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                            2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    __m256i rest = _mm256_srli_epi16((__m256i)sets, 4);
    return (lanes)_mm256_add_epi8(_mm256_shuffle_epi8(counts, _mm256_and_si256((__m256i)sets, low)),
                                  _mm256_shuffle_epi8(counts, _mm256_and_si256(rest, low)));
#else
    typedef uint16_t words __attribute__((vector_size(2 * LANES)));
    words w = (words)sets;
    w -= w >> 1 & 0x5555;
    w = (w & 0x3333) + (w >> 2 & 0x3333);
    return (lanes)((w + (w >> 4)) & 0x0f0f);
#endif
}

static inline lanes lanes_joined(lanes counts)
{
    return (counts & 0xff) + (counts >> 8 & 0xff);
}

#endif

#endif
