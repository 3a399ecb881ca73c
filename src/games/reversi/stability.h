/* stability.h - discs that can never be turned over again
 *
 * A disc is stable if on each of the four lines through it nothing can ever turn it over: the line
 * is full, or the disc has beside it the border or a stable disc of its own colour. What is found
 * makes more discs stable, so the rule is applied until it adds nothing. A lower bound: some discs
 * are stable for other reasons.
 */
#ifndef GAMES_REVERSI_STABILITY_H
#define GAMES_REVERSI_STABILITY_H

#include <stdint.h>

/* The lines without an empty square, by the axis: rows, columns, and diagonals by their step. */
struct stability_lines {
    uint64_t full[4]; /* squares on full lines with steps 1, 7, 8, 9, and those beside the border */
};

/* For a board of n x n whose squares are `inside`. */
struct stability_lines stability_lines(uint64_t inside, uint64_t empty);

/* The stable discs among one side's. */
uint64_t stability_of(const struct stability_lines *, uint64_t own);

#endif
