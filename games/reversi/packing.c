#include "games/reversi/packing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    CHANCE_BITS = 12,
    CHANCE_HALF = 1 << (CHANCE_BITS - 1),
    ADAPTING = 5, /* a chance moves by 1/32 of the way */
    CLASSES = 5,  /* of a neighbour: by its size */
    STEPS = 16,   /* of a size are told apart */
    RUN = 9,      /* cells that may be 0 together */
    WORD_BYTES = 8
};

/* A binary arithmetic coder, at work in one direction. A carry may run through bytes that are
 * written already: they are held back as long as it can, as one byte and a number of 255s. */
struct coder {
    bool packs;
    uint32_t range;
    uint64_t low; /* packing: 33 bits, the highest is the carry */
    uint8_t held;
    size_t held_full;
    bool holds;
    uint32_t code; /* unpacking: what is left above low */
    const uint64_t *words;
    size_t word_count, at;
    uint8_t *bytes;
    size_t count, capacity;
};

static void put_byte(struct coder *c, uint8_t byte)
{
    if (c->count == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 4096;
        c->bytes = memory_resize(c->bytes, c->capacity);
    }
    c->bytes[c->count++] = byte;
}

/* The highest byte of low is settled, but for a carry. */
static void shift_low(struct coder *c)
{
    if (c->low < UINT64_C(0xff000000) || c->low > UINT32_MAX) {
        uint8_t carry = (uint8_t)(c->low >> 32);
        if (c->holds)
            put_byte(c, (uint8_t)(c->held + carry));
        for (; c->held_full > 0; c->held_full--)
            put_byte(c, (uint8_t)(0xff + carry));
        c->held = (uint8_t)(c->low >> 24);
        c->holds = true;
    } else {
        c->held_full++;
    }
    c->low = (c->low & 0x00ffffff) << 8;
}

static uint8_t get_byte(struct coder *c)
{
    size_t at = c->at++;
    if (at / WORD_BYTES >= c->word_count)
        return 0;
    return (uint8_t)(c->words[at / WORD_BYTES] >> 8 * (at % WORD_BYTES));
}

/* Tells or hears a bit; the chance is that of 0. */
static bool code_bit(struct coder *c, uint16_t *chance, bool bit)
{
    uint32_t bound = (c->range >> CHANCE_BITS) * *chance;
    if (!c->packs)
        bit = c->code >= bound;
    if (bit) {
        c->low += bound;
        c->code -= bound;
        c->range -= bound;
        *chance = (uint16_t)(*chance - (*chance >> ADAPTING));
    } else {
        c->range = bound;
        *chance = (uint16_t)(*chance + (((1 << CHANCE_BITS) - *chance) >> ADAPTING));
    }
    while (c->range < 1u << 24) {
        c->range <<= 8;
        if (c->packs)
            shift_low(c);
        else
            c->code = c->code << 8 | get_byte(c);
    }
    return bit;
}

struct chances {
    uint16_t any[2];
    uint16_t zero[CLASSES][CLASSES];
    uint16_t sign[3][3];
    uint16_t more[CLASSES][CLASSES][STEPS];
};

static void begin_chances(struct chances *chances)
{
    uint16_t *chance = (uint16_t *)chances;
    for (size_t i = 0; i < sizeof *chances / sizeof *chance; i++)
        chance[i] = CHANCE_HALF;
}

static int class_of(int weight)
{
    int size = abs(weight);
    return size == 0 ? 0 : size <= 2 ? 1 : size <= 5 ? 2 : size <= 12 ? 3 : 4;
}

static int sign_of(int weight)
{
    return (weight > 0) - (weight < 0) + 1;
}

static int code_weight(struct coder *c, struct chances *chances, int weight, int before,
                       int exchanged)
{
    int a = class_of(before), b = class_of(exchanged);
    if (!code_bit(c, &chances->zero[a][b], weight != 0))
        return 0;
    bool is_negative = code_bit(c, &chances->sign[sign_of(before)][sign_of(exchanged)], weight < 0);
    int size = 1;
    while (size < INT8_MAX &&
           code_bit(c, &chances->more[a][b][size < STEPS ? size : STEPS - 1], abs(weight) > size))
        size++;
    return is_negative ? -size : size;
}

/* The cells that are packed, and for each the one with the sides exchanged, if it comes before. */
struct plan {
    int32_t *cell, *opposite; /* -1: none */
    int count;
    int32_t *lower; /* of each cell and its mirror image */
};

static struct plan plan_of(const struct pattern_layout *layout)
{
    size_t bytes = (size_t)layout->cells * sizeof(int32_t);
    struct plan plan = {memory_new(bytes), memory_new(bytes), 0, memory_new(bytes)};
    for (int cell = 0; cell < layout->cells; cell++) {
        int mirrored = pattern_mirrored(layout, cell), exchanged = pattern_exchanged(layout, cell);
        plan.lower[cell] = mirrored < cell ? mirrored : cell;
        if (mirrored < cell)
            continue;
        plan.cell[plan.count] = cell;
        plan.opposite[plan.count++] = exchanged >= 0 && exchanged < cell ? plan.lower[exchanged]
                                                                         : -1;
    }
    return plan;
}

static void free_plan(struct plan *plan)
{
    free(plan->cell);
    free(plan->opposite);
    free(plan->lower);
}

/* A run of cells: whether any of them is not 0, and if so one by one. now: the stage's weights,
 * before: those of the stage before it, or NULL. */
static void code_run(struct coder *c, struct chances *chances, const struct plan *plan, int first,
                     int end, int8_t *now, const int8_t *before)
{
    bool any = false, any_before = false;
    for (int i = first; i < end; i++) {
        any = any || now[plan->cell[i]] != 0;
        any_before = any_before || (before && before[plan->cell[i]] != 0);
    }
    if (!code_bit(c, &chances->any[any_before], any))
        return;
    for (int i = first; i < end; i++) {
        int cell = plan->cell[i], opposite = plan->opposite[i];
        now[cell] = (int8_t)code_weight(c, chances, now[cell], before ? before[cell] : 0,
                                        opposite >= 0 ? now[opposite] : 0);
    }
}

/* The one walk: tells the weights, or hears and sets them, which are 0 before. */
static void code_weights(struct coder *c, const struct pattern_layout *layout, int8_t *weights)
{
    struct chances chances;
    struct plan plan = plan_of(layout);
    const int8_t *before = NULL;
    begin_chances(&chances);
    for (int stage = 0; stage < layout->stages; stage++) {
        int8_t *now = weights + (ptrdiff_t)stage * layout->cells;
        for (int first = 0; first < plan.count; first += RUN) {
            int end = first + RUN < plan.count ? first + RUN : plan.count;
            code_run(c, &chances, &plan, first, end, now, before);
        }
        for (int cell = 0; cell < layout->cells; cell++)
            now[cell] = now[plan.lower[cell]];
        before = now;
    }
    free_plan(&plan);
}

/* The first words hold the errors, one after the other. */
enum {
    ERRORS = PATTERN_STAGES * PATTERN_DEPTHS,
    ERRORS_A_WORD = 4,
    ERROR_WORDS = (ERRORS + ERRORS_A_WORD - 1) / ERRORS_A_WORD
};

size_t pack_set(const struct pattern_set *set, uint64_t **words)
{
    size_t cells = (size_t)set->layout->stages * (size_t)set->layout->cells;
    int8_t *copy = memory_new(cells);
    memcpy(copy, set->weights, cells);
    struct coder c = {.packs = true, .range = UINT32_MAX};
    code_weights(&c, set->layout, copy);
    free(copy);
    for (int i = 0; i < 5; i++)
        shift_low(&c);
    size_t count = ERROR_WORDS + (c.count + WORD_BYTES - 1) / WORD_BYTES;
    *words = memory_zero(count * sizeof **words);
    for (int i = 0; i < ERRORS; i++)
        (*words)[i / ERRORS_A_WORD] |= (uint64_t)set->error[i / PATTERN_DEPTHS][i % PATTERN_DEPTHS]
                                       << 16 * (i % ERRORS_A_WORD);
    for (size_t i = 0; i < c.count; i++)
        (*words)[ERROR_WORDS + i / WORD_BYTES] |= (uint64_t)c.bytes[i] << 8 * (i % WORD_BYTES);
    free(c.bytes);
    return count;
}

void unpack_set(const uint64_t *words, size_t count, struct pattern_set *set)
{
    assert(count > ERROR_WORDS);
    for (int i = 0; i < ERRORS; i++)
        set->error[i / PATTERN_DEPTHS][i % PATTERN_DEPTHS] = (uint16_t)(words[i / ERRORS_A_WORD] >>
                                                                        16 * (i % ERRORS_A_WORD));
    struct coder c = {
        .range = UINT32_MAX, .words = words + ERROR_WORDS, .word_count = count - ERROR_WORDS};
    for (int i = 0; i < 4; i++)
        c.code = c.code << 8 | get_byte(&c);
    code_weights(&c, set->layout, set->weights);
}
