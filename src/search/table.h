/* table.h - the transposition table
 *
 * An entry is 16 bytes, four of them share a cache line:
 *
 *   check  64 bits   key xor data, so that an entry torn by two threads never matches
 *   data    0 … 31   value (int32)
 *          32 … 47   best move's code
 *          48 … 55   depth; TABLE_SOLVED for a value that no deeper search can change
 *          56 … 57   bound (enum bound; 0 marks an entry never written)
 *          58 … 63   generation, for aging
 *
 * Memory comes zeroed from the kernel, and a table uses only as much of it as it has filled: it
 * begins small and grows by a bucket at a time (linear hashing), so that no move ever waits for it.
 * So a large table costs a short search nothing, and what is near in time is near in memory. A
 * table that threads share cannot grow under their hands: table_share() makes it whole.
 */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };
enum { TABLE_SOLVED = 255, TABLE_NO_MOVE = 0xffff };

struct table_hit {
    int value;
    unsigned move; /* TABLE_NO_MOVE if none is known */
    int depth;
    enum bound bound; /* BOUND_NONE: nothing is known */
};

struct table;

struct table *table_new(size_t bytes); /* rounded down to a power of two, 4 kB at least; less
                                        * if there is no more memory */
void table_free(struct table *);

/* Call it before several threads use the table at once. */
void table_share(struct table *);

/* Marks what is stored so far as old: it is the first to be overwritten. */
void table_age(struct table *);
void table_clear(struct table *);

struct table_hit table_find(const struct table *, uint64_t key);
void table_store(struct table *, uint64_t key, struct table_hit);
void table_prefetch(const struct table *, uint64_t key);

#endif
