/* set_template.h - sets of up to 64 * WORDS squares, and what is left of a game
 *
 * Included with WORDS defined.
 */
#include <stdbool.h>
#include <stdint.h>

#if defined __BMI2__
#include <immintrin.h>
#endif

enum { SQUARES = 64 * WORDS };

struct set {
    uint64_t word[WORDS];
};

static inline struct set set_of(unsigned square)
{
    struct set s = {{0}};
    s.word[square / 64] = UINT64_C(1) << square % 64;
    return s;
}

static inline struct set both(struct set a, struct set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct set either(struct set a, struct set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static inline struct set without(struct set a, struct set b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline bool is_none(struct set s)
{
    uint64_t any = 0;
    for (int i = 0; i < WORDS; i++)
        any |= s.word[i];
    return any == 0;
}

static inline bool are_equal(struct set a, struct set b)
{
    uint64_t difference = 0;
    for (int i = 0; i < WORDS; i++)
        difference |= a.word[i] ^ b.word[i];
    return difference == 0;
}

static inline int count(struct set s)
{
    int sum = 0;
    for (int i = 0; i < WORDS; i++)
        sum += __builtin_popcountll(s.word[i]);
    return sum;
}

static inline int count_both(struct set a, struct set b)
{
    return count(both(a, b));
}

/* The first square of a set that is not empty; it leaves the set. */
static inline unsigned take_first(struct set *s)
{
    unsigned i = 0;
    while (s->word[i] == 0)
        i++;
    unsigned square = 64 * i + (unsigned)__builtin_ctzll(s->word[i]);
    s->word[i] &= s->word[i] - 1;
    return square;
}

/* for_each(square, set) { … }: every square of a set in ascending order. */
#define for_each(square, set)                                                             \
    for (unsigned part_##square = 0, square = 0; part_##square < WORDS; part_##square++)  \
        for (uint64_t rest_##square = (set).word[part_##square];                          \
             rest_##square != 0 &&                                                        \
             (square = 64 * part_##square + (unsigned)__builtin_ctzll(rest_##square), 1); \
             rest_##square &= rest_##square - 1)

/* The bits of a word in the places of a mask, side by side, and the other way round. */
static inline uint64_t gather_word(uint64_t word, uint64_t mask)
{
#if defined __BMI2__
    return _pext_u64(word, mask);
#else
    uint64_t bits = 0;
    for (int i = 0; mask != 0; mask &= mask - 1, i++)
        bits |= (word >> __builtin_ctzll(mask) & 1) << i;
    return bits;
#endif
}

static inline uint64_t scatter_word(uint64_t bits, uint64_t mask)
{
#if defined __BMI2__
    return _pdep_u64(bits, mask);
#else
    uint64_t word = 0;
    for (; mask != 0; mask &= mask - 1, bits >>= 1)
        word |= (bits & 1) << __builtin_ctzll(mask);
    return word;
#endif
}

/* The same for sets. The mask has fewer than 64 squares. */
static inline uint64_t gather(struct set s, struct set mask)
{
    uint64_t bits = 0;
    for (int i = 0, at = 0; i < WORDS; i++) {
        bits |= gather_word(s.word[i], mask.word[i]) << at;
        at += __builtin_popcountll(mask.word[i]);
    }
    return bits;
}

static inline struct set scatter(uint64_t bits, struct set mask)
{
    struct set s;
    for (int i = 0; i < WORDS; i++) {
        s.word[i] = scatter_word(bits, mask.word[i]);
        bits >>= __builtin_popcountll(mask.word[i]);
    }
    return s;
}

/* What is left of a game, as the side to move sees it. */
struct view {
    struct set own, other;
};
