/* packing.h - tables of weights in few bits
 *
 * Most of the weights are 0 or small, most are like the same pattern's of the stage before and
 * unlike the one with the sides exchanged. So each is told bit by bit (is it 0, its sign, its size
 * one by one; first of all, whether a run of them is all 0), and each bit by an arithmetic coder
 * whose chances are counted for each of the situations that those two neighbours make. Packing and
 * unpacking are one walk over the tables.
 */
#ifndef GAMES_REVERSI_PACKING_H
#define GAMES_REVERSI_PACKING_H

#include <stddef.h>

#include "games/reversi/patterns.h"

/* A set in words, which free() ends; returns their number. Of a pattern and its mirror image, which
 * weigh the same, one is packed. */
size_t pack_set(const struct pattern_set *, uint64_t **words);

/* The set again; its layout is given, its weights are 0 and have room for all stages. */
void unpack_set(const uint64_t *words, size_t count, struct pattern_set *);

#endif
