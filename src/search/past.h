/* past.h - the positions that a game has passed, and how often
 *
 * A draw by repetition counts from the start of the game, so the search needs to know of each
 * position that it meets how often it stood on the board before. The keys are counted once a
 * move and looked up at every node.
 */
#ifndef SEARCH_PAST_H
#define SEARCH_PAST_H

#include <stddef.h>
#include <stdint.h>

struct past_slot {
    uint64_t key;
    int times; /* 0: the slot is free */
};

struct past {
    int count;     /* plies of the game so far */
    uint64_t *key; /* count of them, oldest first */
    size_t mask;   /* slots less 1; at least half of them are free */
    struct past_slot *slot;
};

/* Begins as zeroes. The keys are copied and replace those of before. */
void past_set(struct past *, const uint64_t *keys, int count);
void past_free(struct past *);

/* How often a position occurs in the past. */
static inline int past_times(const struct past *past, uint64_t key)
{
    if (past->count == 0)
        return 0;
    size_t i = key & past->mask;
    while (past->slot[i].times > 0 && past->slot[i].key != key)
        i = (i + 1) & past->mask;
    return past->slot[i].times;
}

/* How many different positions occur at least this often. */
int past_often(const struct past *, int times);

#endif
