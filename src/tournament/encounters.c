#include "tournament/encounters.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct encounter *encounters_of(struct encounters *e, int a, int b)
{
    assert(0 <= a && a < b && b < e->agents);
    int low = 0, high = e->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct encounter *at = &e->encounter[middle];
        if (at->a < a || (at->a == a && at->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < e->count && e->encounter[low].a == a && e->encounter[low].b == b)
        return &e->encounter[low];
    if ((e->count & (e->count - 1)) == 0) /* full: capacity is the next power of two */
        e->encounter = memory_resize(e->encounter,
                                     (e->count ? 2 * (size_t)e->count : 1) * sizeof *e->encounter);
    memmove(e->encounter + low + 1, e->encounter + low,
            (size_t)(e->count - low) * sizeof *e->encounter);
    e->count++;
    e->encounter[low] = (struct encounter){.a = a, .b = b};
    return &e->encounter[low];
}

void encounters_free(struct encounters *e)
{
    free(e->encounter);
    *e = (struct encounters){0};
}

long encounter_pairs(const struct encounter *e)
{
    long pairs = 0;
    for (int i = 0; i < ENCOUNTER_RESULTS; i++)
        for (int k = 0; k < ENCOUNTER_RESULTS; k++)
            pairs += e->pair[i][k];
    return pairs;
}

long encounter_half_points(const struct encounter *e)
{
    long half_points = 0;
    for (int i = 0; i < ENCOUNTER_RESULTS; i++)
        for (int k = 0; k < ENCOUNTER_RESULTS; k++)
            half_points += e->pair[i][k] * (i + k);
    return half_points;
}
