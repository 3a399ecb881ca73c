/* packing.h - tables of weights in few bits
 *
 * Most of the weights are 0, most others are near the same pattern's of the stage before. So eight
 * of them are told by one bit if they are all 0, else by a bit each for whether it is 0; what is
 * not 0 follows as the difference from the stage before, small ones in few bits: its high part as a
 * number of ones that a zero ends, its two lowest bits as they are. There is nothing to
 * count or to look up, since a set is unpacked in every program that searches.
 */
#ifndef GAMES_REVERSI_PACKING_H
#define GAMES_REVERSI_PACKING_H

#include <stddef.h>

#include "games/reversi/patterns.h"

/* A set in words, which free() ends; returns their number. Of a pattern and its mirror image, which
 * weigh the same, one is packed. */
size_t pack_set(const struct pattern_set *, uint64_t **words);

/* The errors of a packed set. */
void unpack_errors(const uint64_t *words, struct pattern_set *);

/* Its weights, which free() ends. */
int8_t *unpack_weights(const uint64_t *words, size_t count, const struct pattern_layout *);

#endif
