#include "games/reversi/learned.h"

#include <pthread.h>
#include <stddef.h>

#include "base/memory.h"
#include "games/reversi/packing.h"
#include "games/reversi/reversi.h"

struct built_in {
    int size, variant;
    const uint64_t *packed;
    size_t words;
    pthread_once_t once;
    struct pattern_set set;
};

static const uint64_t packed_8[] = {
#include "games/reversi/patterns-8.inc"
};
static const uint64_t packed_6[] = {
#include "games/reversi/patterns-6.inc"
};
static const uint64_t packed_othello[] = {
#include "games/reversi/patterns-othello.inc"
};

#define ENTRY(edge, rules, data)                                                                \
    {                                                                                           \
        .size = edge, .variant = rules, .packed = data, .words = sizeof(data) / sizeof *(data), \
        .once = PTHREAD_ONCE_INIT                                                               \
    }

static struct built_in built_in[] = {
    ENTRY(8, REVERSI_BIDDING, packed_8),
    ENTRY(6, REVERSI_BIDDING, packed_6),
    ENTRY(8, REVERSI_OTHELLO, packed_othello),
};

static void unpack(struct built_in *b)
{
    const struct pattern_layout *layout = pattern_layout(b->size);
    b->set.layout = layout;
    b->set.weights = memory_zero((size_t)layout->stages * (size_t)layout->cells);
    unpack_set(b->packed, b->words, &b->set);
}

/* pthread_once() passes nothing on, so each set has a function. */
static void unpack_8(void)
{
    unpack(&built_in[0]);
}

static void unpack_6(void)
{
    unpack(&built_in[1]);
}

static void unpack_othello(void)
{
    unpack(&built_in[2]);
}

const struct pattern_set *pattern_set(int size, int variant)
{
    static void (*const unpackers[])(void) = {unpack_8, unpack_6, unpack_othello};
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (built_in[i].size == size && built_in[i].variant == variant) {
            pthread_once(&built_in[i].once, unpackers[i]);
            return &built_in[i].set;
        }
    return NULL;
}
