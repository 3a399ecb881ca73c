#include "search/past.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void count_key(struct past *past, uint64_t key)
{
    size_t i = key & past->mask;
    while (past->slot[i].times > 0 && past->slot[i].key != key)
        i = (i + 1) & past->mask;
    past->slot[i].key = key;
    past->slot[i].times++;
}

void past_set(struct past *past, const uint64_t *keys, int count)
{
    past_free(past);
    if (count == 0)
        return;
    size_t slots = 2;
    while (slots < 2 * (size_t)count)
        slots *= 2;
    past->count = count;
    past->mask = slots - 1;
    past->slot = memory_zero(slots * sizeof *past->slot);
    past->key = memory_new((size_t)count * sizeof *past->key);
    memcpy(past->key, keys, (size_t)count * sizeof *past->key);
    for (int i = 0; i < count; i++)
        count_key(past, keys[i]);
}

void past_free(struct past *past)
{
    free(past->slot);
    free(past->key);
    *past = (struct past){0};
}

int past_often(const struct past *past, int times)
{
    int found = 0;
    for (size_t i = 0; past->slot && i <= past->mask; i++)
        found += past->slot[i].times >= times;
    return found;
}
