/* symmetry.h - a board of n x n and its turned and mirrored images have one value
 *
 * A way to turn a board is a number from 0, leave it as it is, to 7: bit 0 mirrors the columns, bit
 * 1 the rows, and bit 2, after these, exchanges rows and columns. Boards are kept as in grid8.h.
 */
#ifndef GAMES_REVERSI_SYMMETRY_H
#define GAMES_REVERSI_SYMMETRY_H

#include <stdint.h>

enum { SYMMETRY_WAYS = 8 };

uint64_t symmetry_turn(int n, uint64_t squares, unsigned way);

/* Turns both boards to the one of their eight images that stands for all, and returns the way. */
unsigned symmetry_settle(int n, uint64_t *own, uint64_t *other);

#endif
