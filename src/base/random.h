/* random.h - a small, fast, reproducible generator (splitmix64) and the hash made of it */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* Mixes 64 bits; every bit of the result depends on every bit of x. */
static inline uint64_t hash64(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Unpredictable bytes from the kernel; if there are none, the program exits with 70. */
void random_bytes(void *out, size_t count);

/* An unpredictable seed below 2^53, which every JSON reader represents exactly. */
uint64_t random_draw(void);

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *r)
{
    uint64_t value = hash64(r->state);
    r->state += UINT64_C(0x9e3779b97f4a7c15);
    return value;
}

/* Uniform from 0 to bound - 1. */
static inline unsigned random_below(struct random *r, unsigned bound)
{
    assert(bound > 0);
    return (unsigned)((random_next(r) >> 32) * bound >> 32);
}

#endif
