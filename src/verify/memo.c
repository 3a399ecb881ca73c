#include "verify/memo.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    int16_t low, high;
    int32_t left; /* of the game, and 1; 0: this entry is empty */
    uint64_t word[];
};

/* Entries come in pairs: the first keeps the largest subtree, the second whatever came last. */
struct memo {
    uint64_t last_pair;
    size_t words, stride; /* stride: words from an entry to the next */
    uint64_t entries[];
};

struct memo *memo_new(int bits, int words)
{
    size_t stride = sizeof(struct entry) / sizeof(uint64_t) + (size_t)words;
    struct memo *m = calloc(1, sizeof *m + (stride << bits) * sizeof *m->entries);
    if (m)
        *m = (struct memo){(UINT64_C(1) << (bits - 1)) - 1, (size_t)words, stride};
    return m;
}

static inline struct entry *entry_of(struct memo *m, const struct plain_position *p, int which)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < m->words; i++) {
        hash = (hash ^ p->word[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    uint64_t index = (hash & m->last_pair) * 2 + (uint64_t)which;
    return (struct entry *)(void *)(m->entries + index * m->stride);
}

/* The entry of just this position, or NULL. */
static struct entry *find(struct memo *m, const struct plain_position *p)
{
    for (int which = 0; which < 2; which++) {
        struct entry *entry = entry_of(m, p, which);
        bool same = entry->left > 0;
        for (size_t i = 0; i < m->words; i++)
            same = same && entry->word[i] == p->word[i];
        if (same)
            return entry;
    }
    return NULL;
}

struct bounds memo_find(struct memo *m, const struct plain_position *p)
{
    const struct entry *entry = find(m, p);
    return entry ? (struct bounds){entry->low, entry->high}
                 : (struct bounds){-MEMO_VALUE_MAX, MEMO_VALUE_MAX};
}

void memo_add(struct memo *m, const struct plain_position *p, int left, struct bounds b)
{
    struct entry *entry = find(m, p);
    if (!entry) {
        entry = entry_of(m, p, 0);
        if (entry->left <= left + 1)
            memcpy(entry_of(m, p, 1), entry, m->stride * sizeof(uint64_t));
        else
            entry = entry_of(m, p, 1);
        *entry = (struct entry){-MEMO_VALUE_MAX, MEMO_VALUE_MAX, left + 1};
        memcpy(entry->word, p->word, m->words * sizeof(uint64_t));
    }
    entry->low = b.low > entry->low ? (int16_t)b.low : entry->low;
    entry->high = b.high < entry->high ? (int16_t)b.high : entry->high;
}
