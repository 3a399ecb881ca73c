#include "search/table.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"

enum {
    WAYS = 4,
    GENERATIONS = 63, /* from 1 on: an empty entry is of none */
    SMALLEST = 4096,
    FIRST = 1 << 20, /* bytes in use at first: they stay in the processor's cache */
    FULL = WAYS / 2  /* entries a bucket on average at which the part in use grows */
};

/* Threads read and write entries without locks: each word is atomic, and the check tells whether
 * two words belong together. */
struct entry {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
};

struct bucket {
    _Alignas(64) struct entry entry[WAYS];
};

struct table {
    struct bucket *bucket;
    size_t count; /* of buckets in use */
    size_t mask;  /* the least power of two that is no less, minus 1 */
    size_t whole; /* of all buckets */
    size_t used;  /* entries written, as long as a part is enough */
    size_t bytes;
    unsigned generation;
};

static uint64_t pack(struct table_hit hit, unsigned generation)
{
    return (uint64_t)(uint32_t)hit.value | (uint64_t)(hit.move & 0xffff) << 32 |
           (uint64_t)(unsigned)hit.depth << 48 | (uint64_t)hit.bound << 56 |
           (uint64_t)generation << 58;
}

static struct table_hit unpack(uint64_t data)
{
    return (struct table_hit){.value = (int32_t)(uint32_t)data,
                              .move = (unsigned)(data >> 32 & 0xffff),
                              .depth = (int)(data >> 48 & 0xff),
                              .bound = (enum bound)(data >> 56 & 3)};
}

static void begin_small(struct table *table)
{
    size_t first = FIRST / sizeof(struct bucket);
    table->count = first < table->whole ? first : table->whole;
    table->mask = table->count - 1;
    table->used = 0;
}

struct table *table_new(size_t bytes)
{
    struct table *table = memory_zero(sizeof *table);
    table->bytes = SMALLEST;
    while (table->bytes <= bytes / 2)
        table->bytes *= 2;
    void *memory;
    for (;; table->bytes /= 2) { /* where memory is scarce, less must do */
        memory = mmap(NULL, table->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                      0);
        if (memory != MAP_FAILED)
            break;
        if (table->bytes == SMALLEST) {
            fprintf(stderr, "plywood: no memory for a table of %zu bytes\n", table->bytes);
            exit(70);
        }
    }
    table->bucket = memory;
    table->whole = table->bytes / sizeof(struct bucket);
    begin_small(table);
    table->generation = 1;
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    munmap(table->bucket, table->bytes);
    free(table);
}

void table_age(struct table *table)
{
    table->generation = table->generation % GENERATIONS + 1;
}

void table_clear(struct table *table)
{
    table->generation = 1;
    begin_small(table);
    /* gives the pages back: they come again as zeros, and only those that are used */
    if (madvise(table->bucket, table->bytes, MADV_DONTNEED) != 0)
        memset(table->bucket, 0, table->bytes);
}

static inline uint64_t word_of(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static inline void set(struct entry *entry, uint64_t check, uint64_t data)
{
    atomic_store_explicit(&entry->check, check, memory_order_relaxed);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
}

static inline bool matches(const struct entry *entry, uint64_t data, uint64_t key)
{
    return ((word_of(&entry->check) ^ data) == key) & (data != 0);
}

/* A key whose own bucket is not in use yet belongs to the one that will be split to make it. */
static inline struct bucket *bucket_of(const struct table *table, uint64_t key)
{
    size_t own = key & table->mask;
    return &table->bucket[own < table->count ? own : own & table->mask >> 1];
}

struct table_hit table_find(const struct table *table, uint64_t key)
{
    const struct bucket *bucket = bucket_of(table, key);
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = word_of(&bucket->entry[i].data);
        if (matches(&bucket->entry[i], data, key))
            return unpack(data);
    }
    return (struct table_hit){.move = TABLE_NO_MOVE};
}

/* Takes one more bucket into use: what belongs there moves out of the bucket that it was in, each
 * entry to the same way. */
static void grow(struct table *table)
{
    if (table->count > table->mask)
        table->mask = 2 * table->mask + 1;
    struct bucket *to = &table->bucket[table->count];
    struct bucket *from = &table->bucket[table->count & table->mask >> 1];
    for (int way = 0; way < WAYS; way++) {
        uint64_t check = word_of(&from->entry[way].check), data = word_of(&from->entry[way].data);
        if (data == 0 || ((check ^ data) & table->mask) != table->count)
            continue;
        set(&to->entry[way], check, data);
        set(&from->entry[way], 0, 0);
    }
    table->count++;
}

void table_share(struct table *table)
{
    if (table->used == 0) {
        table->count = table->whole;
        table->mask = table->whole - 1;
    }
    while (table->count < table->whole)
        grow(table);
}

/* What would be lost with an entry: nothing if it is the key's own, little if it is empty, then old
 * ones and shallow ones first. */
static inline unsigned worth(const struct table *table, const struct entry *entry, uint64_t key)
{
    uint64_t data = word_of(&entry->data);
    unsigned depth = (unsigned)(data >> 48 & 0xff), is_written = data != 0;
    unsigned is_fresh = (unsigned)(data >> 58) == table->generation;
    return matches(entry, data, key) ? 0 : 1 + is_written + depth + 256 * is_fresh;
}

/* The entry to write. Which one it is is chance, and all of them may have to come from memory
 * first, so that is not left to branches. */
static inline struct entry *place_for(const struct table *table, uint64_t key)
{
    struct entry *entry = bucket_of(table, key)->entry, *place = entry;
    unsigned least = worth(table, entry, key);
#pragma GCC unroll 4
    for (int i = 1; i < WAYS; i++) {
        unsigned next = worth(table, &entry[i], key);
        place = next < least ? &entry[i] : place;
        least = next < least ? next : least;
    }
    return place;
}

void table_store(struct table *table, uint64_t key, struct table_hit hit)
{
    assert(hit.bound != BOUND_NONE && hit.depth >= 0 && hit.depth <= TABLE_SOLVED);
    struct entry *place = place_for(table, key);
    uint64_t former = word_of(&place->data);
    if (hit.move == TABLE_NO_MOVE && matches(place, former, key)) /* an old good move beats none */
        hit.move = unpack(former).move;
    uint64_t data = pack(hit, table->generation);
    set(place, key ^ data, data);
    if (table->count == table->whole)
        return;
    table->used += former == 0;
    if (table->used > FULL * table->count)
        grow(table);
}

void table_prefetch(const struct table *table, uint64_t key)
{
    __builtin_prefetch(bucket_of(table, key));
}
