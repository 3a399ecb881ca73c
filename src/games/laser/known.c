#include "games/laser/known.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    BYTES_LEAST = 1 << 18,
    GROWTH = 2,
    DEAR = 8 /* the work of an entry that one would rather keep: 128 positions or more */
};

/* Zeroed pages from the kernel; false if there are none. */
static bool allocate(struct known *known, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    madvise(memory, bytes, MADV_HUGEPAGE); /* helps or not, never matters */
    known->bytes = bytes;
    known->entry = memory;
    known->mask = bytes / sizeof *known->entry - KNOWN_WAYS;
    known->lost = 0;
    return true;
}

void known_begin(struct known *known, size_t bytes_most)
{
    known->bytes_most = bytes_most;
    if (!allocate(known, BYTES_LEAST)) {
        fprintf(stderr, "plywood: no memory for a table of %d bytes\n", BYTES_LEAST);
        exit(70);
    }
}

void known_end(struct known *known)
{
    munmap(known->entry, known->bytes);
}

static void place(struct known *known, struct known_entry entry)
{
    struct known_entry *way = &known->entry[entry.key & known->mask], *least = way;
    for (int i = 0; i < KNOWN_WAYS; i++) {
        if (way[i].key == 0 || way[i].key == entry.key) {
            least = &way[i];
            break;
        }
        if (way[i].work < least->work)
            least = &way[i];
    }
    known->lost += least->key != 0 && least->key != entry.key && least->work >= DEAR;
    *least = entry;
}

/* Where memory is scarce, the table stays as large as it is. */
static void grow(struct known *known)
{
    struct known old = *known;
    if (!allocate(known, old.bytes * GROWTH)) {
        known->bytes_most = old.bytes;
        return;
    }
    for (size_t i = 0; i < old.bytes / sizeof *old.entry; i++)
        if (old.entry[i].key != 0)
            place(known, old.entry[i]);
    known_end(&old);
}

void known_put(struct known *known, struct known_entry entry)
{
    assert(entry.key != 0 && entry.low <= entry.high);
    /* while it grows, the old table and the new one are there */
    if (64 * known->lost > known->mask && known->bytes * (GROWTH + 1) <= known->bytes_most)
        grow(known);
    place(known, entry);
}
