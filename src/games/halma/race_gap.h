/* race_gap.h - how much longer winners took than a race would have */
#ifndef GAMES_HALMA_RACE_GAP_H
#define GAMES_HALMA_RACE_GAP_H

#include "base/budget.h"
#include "cmd/cli.h"

/* For each game of the record at this path that somebody won, or the agent of this name (NULL:
 * anybody): the moves that the winner made after its first `at` ones, beside its race count at that
 * moment, with the other side's pieces as they stood. Prints a line a game and the median gap. */
void race_print_gaps(const struct command *, const char *path, int at, const char *agent,
                     const struct limits *, bool json);

#endif
