#include "games/reversi/packing.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

enum {
    GROUP = 8,           /* cells that may be 0 together */
    LOW_BITS = 2,        /* of a difference are told as they are */
    ONES_MAX = 16,       /* after this many ones the difference follows as it is, … */
    DIFFERENCE_BITS = 9, /* … in this many bits */
    WORD_BITS = 64,
    LOW_MASK = (1 << LOW_BITS) - 1
};

/* --- the cells that are packed --- */

struct plan {
    struct pair {
        int32_t cell, image; /* in the mirror */
    } * pairs;               /* in full groups: the last is filled up with the cell that is 0 */
    int count;
};

static struct plan plan_of(const struct pattern_layout *layout)
{
    size_t cells = (size_t)layout->cells;
    int32_t *image = memory_new(cells * sizeof *image);
    struct plan plan = {.pairs = memory_new((cells + GROUP) * sizeof *plan.pairs)};
    pattern_mirror_cells(layout, image);
    for (int cell = 0; cell < layout->cells; cell++)
        if (cell <= image[cell])
            plan.pairs[plan.count++] = (struct pair){cell, image[cell]};
    while (plan.count % GROUP != 0)
        plan.pairs[plan.count++] = (struct pair){layout->nothing, layout->nothing};
    free(image);
    return plan;
}

/* --- differences --- */

/* 0, -1, 1, -2, … as 0, 1, 2, 3, … */
static unsigned fold(int difference)
{
    return difference < 0 ? 2u * (unsigned)-difference - 1 : 2u * (unsigned)difference;
}

static int unfold(unsigned folded)
{
    return (int)(folded >> 1) ^ -(int)(folded & 1);
}

/* --- packing --- */

struct writer {
    uint64_t *words;
    size_t capacity, bits;
};

static void put(struct writer *w, uint64_t value, unsigned bits)
{
    size_t at = w->bits / WORD_BITS, shift = w->bits % WORD_BITS;
    if (at + 2 > w->capacity) {
        size_t capacity = 2 * w->capacity + 2;
        w->words = memory_resize(w->words, capacity * sizeof *w->words);
        for (; w->capacity < capacity; w->capacity++)
            w->words[w->capacity] = 0;
    }
    w->words[at] |= value << shift;
    if (shift + bits > WORD_BITS)
        w->words[at + 1] |= value >> (WORD_BITS - shift);
    w->bits += bits;
}

static void put_weight(struct writer *w, int weight, int before)
{
    unsigned folded = fold(weight - before), ones = folded >> LOW_BITS;
    if (ones >= ONES_MAX) {
        put(w, (UINT64_C(1) << ONES_MAX) - 1, ONES_MAX);
        put(w, folded, DIFFERENCE_BITS);
    } else {
        put(w, (UINT64_C(1) << ones) - 1, ones + 1);
        put(w, folded & LOW_MASK, LOW_BITS);
    }
}

static void put_group(struct writer *w, const struct pair *pairs, const int8_t *now,
                      const int8_t *before)
{
    unsigned mask = 0;
    for (int i = 0; i < GROUP; i++)
        mask |= (unsigned)(now[pairs[i].cell] != 0) << i;
    put(w, mask != 0, 1);
    if (mask == 0)
        return;
    put(w, mask, GROUP);
    for (int i = 0; i < GROUP; i++)
        if (now[pairs[i].cell] != 0)
            put_weight(w, now[pairs[i].cell], before ? before[pairs[i].cell] : 0);
}

/* The first words hold the errors, one after the other. */
enum {
    ERRORS = PATTERN_STAGES * PATTERN_DEPTHS,
    ERRORS_A_WORD = 4,
    ERROR_WORDS = (ERRORS + ERRORS_A_WORD - 1) / ERRORS_A_WORD,
    ERROR_BITS = WORD_BITS / ERRORS_A_WORD
};

size_t pack_set(const struct pattern_set *set, uint64_t **words)
{
    struct writer w = {0};
    for (int i = 0; i < ERROR_WORDS * ERRORS_A_WORD; i++)
        put(&w, i < ERRORS ? set->error[i / PATTERN_DEPTHS][i % PATTERN_DEPTHS] : 0, ERROR_BITS);
    struct plan plan = plan_of(set->layout);
    const int8_t *before = NULL, *now = set->weights;
    for (int stage = 0; stage < set->layout->stages; stage++) {
        for (int first = 0; first < plan.count; first += GROUP)
            put_group(&w, plan.pairs + first, now, before);
        before = now;
        now += set->layout->cells;
    }
    free(plan.pairs);
    put(&w, 0, WORD_BITS); /* who reads may look ahead */
    *words = w.words;
    return (w.bits + WORD_BITS - 1) / WORD_BITS;
}

/* --- unpacking --- */

struct reader {
    const uint64_t *words;
    size_t count, at; /* words, bits */
};

/* The next 64 bits. */
static inline uint64_t peek(const struct reader *r)
{
    size_t word = r->at / WORD_BITS, shift = r->at % WORD_BITS;
    assert(word + 1 < r->count);
    return r->words[word] >> shift | r->words[word + 1] << 1 << (WORD_BITS - 1 - shift);
}

static inline int get_weight(struct reader *r, int before)
{
    uint64_t bits = peek(r);
    unsigned ones = (unsigned)__builtin_ctzll(~bits | 1u << ONES_MAX);
    bits >>= ones;
    if (ones == ONES_MAX) {
        r->at += ONES_MAX + DIFFERENCE_BITS;
        return before + unfold((unsigned)bits & ((1u << DIFFERENCE_BITS) - 1));
    }
    r->at += ones + 1 + LOW_BITS;
    return before + unfold(ones << LOW_BITS | ((unsigned)(bits >> 1) & LOW_MASK));
}

static void get_stage(struct reader *r, const struct plan *plan, int8_t *now, const int8_t *before)
{
    for (int first = 0; first < plan->count; first += GROUP) {
        uint64_t bits = peek(r);
        if ((bits & 1) == 0) {
            r->at++;
            continue;
        }
        r->at += 1 + GROUP;
        for (unsigned mask = (unsigned)(bits >> 1) & ((1u << GROUP) - 1); mask != 0;
             mask &= mask - 1) {
            struct pair pair = plan->pairs[first + __builtin_ctz(mask)];
            now[pair.cell] = now[pair.image] = (int8_t)get_weight(r, before[pair.cell]);
        }
    }
}

void unpack_errors(const uint64_t *words, struct pattern_set *set)
{
    for (int i = 0; i < ERRORS; i++)
        set->error[i / PATTERN_DEPTHS][i % PATTERN_DEPTHS] = (uint16_t)(words[i / ERRORS_A_WORD] >>
                                                                        ERROR_BITS *
                                                                            (i % ERRORS_A_WORD));
}

int8_t *unpack_weights(const uint64_t *words, size_t count, const struct pattern_layout *layout)
{
    assert(count > ERROR_WORDS);
    size_t cells = (size_t)layout->cells;
    int8_t *weights = memory_zero((size_t)layout->stages * cells), *nothing = memory_zero(cells);
    struct reader r = {words + ERROR_WORDS, count - ERROR_WORDS, 0};
    struct plan plan = plan_of(layout);
    for (int stage = 0; stage < layout->stages; stage++) {
        int8_t *now = weights + (size_t)stage * cells;
        get_stage(&r, &plan, now, stage > 0 ? now - cells : nothing);
    }
    free(plan.pairs);
    free(nothing);
    return weights;
}
