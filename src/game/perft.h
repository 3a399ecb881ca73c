/* perft.h - counting positions, the classic test of a move generator */
#ifndef GAME_PERFT_H
#define GAME_PERFT_H

#include <stdint.h>

#include "game/game.h"

/* The number of positions after exactly depth plies. A finished game has no children; with
 * keeps_ends it counts as one position at every later depth, as published tables of some rules have
 * it.
 */
uint64_t perft(const struct position *, int depth, bool keeps_ends);

#endif
