/* set_template.h - sets of up to 64 * WORDS squares, and what is left of a game
 *
 * Included with WORDS defined.
 */
#include <stdbool.h>
#include <stdint.h>

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

/* What is left of a game, as the side to move sees it. */
struct view {
    struct set own, other;
};
