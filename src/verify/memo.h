/* memo.h - what has been proven so far
 *
 * A table of positions with two bounds each, which hold for certain. It keeps whole positions and
 * compares them word by word: no hash decides anything. Where it is full a position gives way, and
 * which one follows from the order of the calls alone, so that the same calls find the same again.
 */
#ifndef VERIFY_MEMO_H
#define VERIFY_MEMO_H

#include "verify/plain.h"

enum { MEMO_BITS_MIN = 8, MEMO_BITS_MAX = 28, MEMO_VALUE_MAX = 32000 /* beyond every value */ };

struct memo;

struct bounds {
    int low, high; /* low <= value <= high */
};

/* Room for 2^bits positions of this many words; free() ends it. NULL if there is no memory for it.
 */
struct memo *memo_new(int bits, int words);

/* What is known of a position: -MEMO_VALUE_MAX and MEMO_VALUE_MAX if nothing is. */
struct bounds memo_find(struct memo *, const struct plain_position *);

/* Adds what is known; left: how much of the game is left. Small subtrees give way to large ones. */
void memo_add(struct memo *, const struct plain_position *, int left, struct bounds);

#endif
