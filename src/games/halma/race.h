/* race.h - the fewest moves that one side needs if the other stands still
 *
 * race_beam() finds a short line, no shortest one: it keeps at each depth the `width` positions
 * whose pieces have the least to go by a table of the squares. There are several such tables, and
 * which one does best differs from race to race. A width of 50 takes some milliseconds.
 */
#ifndef GAMES_HALMA_RACE_H
#define GAMES_HALMA_RACE_H

#include "base/budget.h"
#include "games/halma/solo.h"

enum {
    RACE_MOVES_MAX = 200, /* longer lines are not looked for */
    RACE_TABLES = 4,
    RACE_WIDTH_MAX = 1 << 18
};

struct race_line {
    int moves; /* -1: none was found */
    uint16_t code[RACE_MOVES_MAX];
};

/* Looks for a line of fewer than `below` moves; false, and line->moves is -1, if none was found or
 * the budget is spent before. A line has a move at least: where the camp is full already, any. */
bool race_beam(const struct race *, int table, int width, int below, struct budget *,
               struct race_line *line);

#endif
