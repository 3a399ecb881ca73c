/* answers.h - what the solver of small boards has proven so far
 *
 * An entry holds both bounds of one position's margin, so that a question about it is answered
 * whatever was asked before. It is 16 bytes, four share a cache line:
 *
 *   check  64 bits   the key's first half xor data, so that an entry torn by two threads never
 *                    matches
 *   data    0 …  7   the margin is at least this (int8)
 *           8 … 15   and at most this (int8)
 *          16 … 23   the best claim so far, ANSWERS_NO_MOVE if none
 *          24 … 31   the larger, the more work it took; 0 marks an entry never written
 *          32 … 63   the key's second half, whose low bits tell the bucket
 *
 * Two positions pass for one if 96 bits of two independent products agree: at 10^9 entries and
 * 10^11 questions that has a chance below 10^-8. What took the least work is given up for what is
 * new. The table begins small and grows by doubling: most entries are never met again, and a small
 * table is faster. Threads may share it once answers_share() has made it whole.
 */
#ifndef GAMES_REVERSI_ANSWERS_H
#define GAMES_REVERSI_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ANSWERS_NO_MOVE = 0xff, ANSWERS_WAYS = 4 };

struct answers_entry {
    uint64_t check, data;
};

struct answers {
    struct answers_entry *entry;
    size_t buckets, buckets_most; /* powers of two */
    size_t stored;                /* since it last grew */
};

struct answers_key {
    uint64_t check;
    uint32_t place;
};

struct answer {
    int low, high;
    unsigned move;
};

void answers_begin(struct answers *, size_t bytes_most);
void answers_end(struct answers *);
void answers_share(struct answers *);

/* Remembers an answer that took this many positions. */
void answers_put(struct answers *, struct answers_key, struct answer, uint64_t nodes);

/* The key of a position as its side to move sees it. */
static inline struct answers_key answers_key(uint64_t own, uint64_t other)
{
    __extension__ typedef unsigned __int128 product;
    product a = (product)(own + UINT64_C(0x8e9d5a6f3c1b7e25)) *
                (other + UINT64_C(0xc2b2ae3d27d4eb4f));
    product b = (product)(own ^ UINT64_C(0x94d049bb133111eb)) *
                (other ^ UINT64_C(0xbf58476d1ce4e5b9));
    uint64_t place = ((uint64_t)b ^ (uint64_t)(b >> 64)) * UINT64_C(0x9e3779b97f4a7c15);
    return (struct answers_key){(uint64_t)a ^ (uint64_t)(a >> 64), (uint32_t)(place >> 32)};
}

static inline struct answers_entry *answers_bucket(const struct answers *answers,
                                                   struct answers_key key)
{
    return &answers->entry[ANSWERS_WAYS * (key.place & (answers->buckets - 1))];
}

static inline void answers_prefetch(const struct answers *answers, struct answers_key key)
{
    __builtin_prefetch(answers_bucket(answers, key));
}

/* True if something is known: then the answer holds it. */
static inline bool answers_find(const struct answers *answers, struct answers_key key,
                                struct answer *answer)
{
    const struct answers_entry *entry = answers_bucket(answers, key);
    for (int i = 0; i < ANSWERS_WAYS; i++) {
        uint64_t data = __atomic_load_n(&entry[i].data, __ATOMIC_RELAXED);
        uint64_t check = __atomic_load_n(&entry[i].check, __ATOMIC_RELAXED);
        if ((check ^ data) != key.check || data >> 32 != key.place || (data & 0xff000000) == 0)
            continue;
        *answer = (struct answer){(int8_t)data, (int8_t)(data >> 8), (unsigned)(data >> 16) & 0xff};
        return true;
    }
    return false;
}

#endif
