/* tally.h - what the games of a task come to, kept with the task
 *
 * Half a million games are too many to be read for each look at the standings. Each task therefore
 * carries the counts of its own games (struct encounter, in two whole numbers), written in the
 * transaction that writes a game. They are counted from the games there are, never added to, so a
 * game that is written twice, or retired, cannot make them wrong.
 */
#ifndef TOURNAMENT_TALLY_H
#define TOURNAMENT_TALLY_H

#include <stdint.h>

#include "tournament/database.h"
#include "tournament/encounters.h"
#include "tournament/store.h"

enum { TALLY_GAMES = STORE_TASK_GAMES }; /* a task has at most this many */

/* Counts the games of a task anew, within a transaction. */
void tally_refresh(struct database *, int64_t task);

/* Adds what pairs and odds of a task say to an encounter of the same two agents; the
 * task's a is the encounter's b if swapped. */
void tally_add(struct encounter *, int64_t pairs, int64_t odds, bool swapped);

#endif
