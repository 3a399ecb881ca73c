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

static int8_t *unpack(const struct pattern_set *);

#define ENTRY(edge, rules, data)                                                                \
    {                                                                                           \
        .size = edge, .variant = rules, .packed = data, .words = sizeof(data) / sizeof *(data), \
        .set.unpack = unpack                                                                    \
    }

static struct built_in built_in[] = {
    ENTRY(8, REVERSI_BIDDING, packed_8),
    ENTRY(6, REVERSI_BIDDING, packed_6),
    ENTRY(8, REVERSI_OTHELLO, packed_othello),
};

enum { BUILT_IN = sizeof built_in / sizeof *built_in };

/* Held while weights are unpacked. */
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

static int8_t *unpack(const struct pattern_set *set)
{
    struct built_in *b = built_in;
    while (&b->set != set)
        b++;
    pthread_mutex_lock(&changing);
    int8_t *weights = b->set.weights;
    if (!weights) {
        weights = unpack_weights(b->packed, b->words, set->layout);
        b->set.weights = weights;
    }
    pthread_mutex_unlock(&changing);
    return weights;
}

static void begin_all(void)
{
    for (int i = 0; i < BUILT_IN; i++) {
        built_in[i].set.layout = pattern_layout(built_in[i].size);
        unpack_errors(built_in[i].packed, &built_in[i].set);
    }
}

const struct pattern_set *pattern_set(int size, int variant)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin_all);
    for (int i = 0; i < BUILT_IN; i++)
        if (built_in[i].size == size && built_in[i].variant == variant)
            return &built_in[i].set;
    return NULL;
}
