/* perft.h - counting positions, the classic test of a move generator */
#ifndef CORE_PERFT_H
#define CORE_PERFT_H

#include <stdint.h>

#include "core/game.h"

/* The number of positions after exactly depth plies; a finished game has no children. */
uint64_t perft(const struct position *, int depth);

#endif
