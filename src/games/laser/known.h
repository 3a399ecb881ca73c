/* known.h - what Laser Checkmate's solver has proven so far
 *
 * An entry holds both bounds of one position's value, so that a question about it is answered
 * whatever was asked before. What took the least work is given up for what is new. The table begins
 * small, and grows up to a limit when it has to give up what took much work: most entries are never
 * met again, and a small table is faster, since more of it stays in the processor's cache.
 */
#ifndef GAMES_LASER_KNOWN_H
#define GAMES_LASER_KNOWN_H

#include <stddef.h>
#include <stdint.h>

struct known_entry {
    uint64_t key; /* 0: empty */
    int16_t low, high;
    uint16_t move; /* the best so far, KNOWN_NO_MOVE if none */
    uint16_t work; /* the more, the larger the search that it saves */
};

enum { KNOWN_NO_MOVE = 0xffff, KNOWN_WAYS = 4 };

struct known {
    struct known_entry *entry;
    size_t mask; /* of the first way's index */
    size_t lost; /* entries given up since it last grew that had taken much work */
    size_t bytes, bytes_most;
};

void known_begin(struct known *, size_t bytes_most);
void known_end(struct known *);

void known_put(struct known *, struct known_entry);

static inline void known_prefetch(const struct known *known, uint64_t key)
{
    __builtin_prefetch(&known->entry[key & known->mask]);
}

/* The entry of a key, or NULL. It is good until the next known_put(). */
static inline const struct known_entry *known_find(const struct known *known, uint64_t key)
{
    const struct known_entry *entry = &known->entry[key & known->mask];
    for (int i = 0; i < KNOWN_WAYS; i++)
        if (entry[i].key == key)
            return &entry[i];
    return NULL;
}

#endif
