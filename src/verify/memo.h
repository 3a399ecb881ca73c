/* memo.h - bounds that are proven so far
 *
 * A table of positions with two certain bounds each. It stores whole positions and compares them
 * word by word, so no hash collision can decide anything. When it is full an entry is replaced;
 * which one depends on the order of the calls alone, so the same calls always give the same
 * answers.
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

/* The bounds of a position; -MEMO_VALUE_MAX and MEMO_VALUE_MAX if nothing is known. */
struct bounds memo_find(struct memo *, const struct plain_position *);

/* Stores bounds; left: how much of the game is left. Large subtrees replace small ones. */
void memo_add(struct memo *, const struct plain_position *, int left, struct bounds);

#endif
