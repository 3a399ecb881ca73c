#include "games/reversi/answers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { BUCKET_BYTES = ANSWERS_WAYS * sizeof(struct answers_entry), BUCKETS_LEAST = 1 << 10 };

/* Zeroed pages from the kernel, which takes back what is not used; NULL if there are none. */
static void *allocate(size_t buckets)
{
    void *memory = mmap(NULL, buckets * BUCKET_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void answers_begin(struct answers *answers, size_t bytes_most)
{
    size_t most = BUCKETS_LEAST;
    while (2 * most * BUCKET_BYTES <= bytes_most)
        most *= 2;
    void *memory = allocate(most);
    while (!memory && most > BUCKETS_LEAST)
        memory = allocate(most /= 2);
    if (!memory) {
        fprintf(stderr, "plywood: no memory for a table of %d bytes\n",
                BUCKETS_LEAST * BUCKET_BYTES);
        exit(70);
    }
    madvise(memory, most * BUCKET_BYTES, MADV_HUGEPAGE); /* helps or not, never matters */
    *answers = (struct answers){memory, BUCKETS_LEAST, most, 0};
}

void answers_end(struct answers *answers)
{
    munmap(answers->entry, answers->buckets_most * BUCKET_BYTES);
}

/* Where the bucket's number has more bits, entries move to new buckets, one old bucket to each. */
static void grow(struct answers *answers, size_t buckets)
{
    size_t old = answers->buckets;
    for (size_t i = 0; i < old * ANSWERS_WAYS; i++) {
        struct answers_entry *entry = &answers->entry[i];
        size_t further = (entry->data >> 32 & (buckets - 1)) - (i / ANSWERS_WAYS);
        if (entry->data != 0 && further != 0) {
            entry[further * ANSWERS_WAYS] = *entry;
            *entry = (struct answers_entry){0, 0};
        }
    }
    answers->buckets = buckets;
    answers->stored = 0;
}

void answers_share(struct answers *answers)
{
    if (answers->buckets < answers->buckets_most)
        grow(answers, answers->buckets_most);
}

void answers_put(struct answers *answers, struct answers_key key, struct answer answer,
                 uint64_t nodes)
{
    assert(answer.low <= answer.high && answer.low >= INT8_MIN && answer.high <= INT8_MAX);
    if (answers->buckets < answers->buckets_most &&
        ++answers->stored > ANSWERS_WAYS * answers->buckets / 2)
        grow(answers, 2 * answers->buckets);
    struct answers_entry *entry = answers_bucket(answers, key), *least = entry;
    uint64_t least_work = UINT64_MAX;
    for (int i = 0; i < ANSWERS_WAYS; i++) {
        uint64_t data = __atomic_load_n(&entry[i].data, __ATOMIC_RELAXED);
        uint64_t check = __atomic_load_n(&entry[i].check, __ATOMIC_RELAXED);
        bool is_same = (check ^ data) == key.check && data >> 32 == key.place;
        uint64_t work = is_same ? 0 : data >> 24 & 0xff;
        if (work < least_work) {
            least = &entry[i];
            least_work = work;
        }
        if (is_same)
            break;
    }
    uint64_t work = 64 - (uint64_t)__builtin_clzll(nodes | 1);
    uint64_t data = (uint64_t)key.place << 32 | work << 24 | (uint64_t)(answer.move & 0xff) << 16 |
                    (uint64_t)(uint8_t)answer.high << 8 | (uint8_t)answer.low;
    __atomic_store_n(&least->data, data, __ATOMIC_RELAXED);
    __atomic_store_n(&least->check, key.check ^ data, __ATOMIC_RELAXED);
}
