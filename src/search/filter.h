/* filter.h - which moves may be answered at all
 *
 * A filter holds for the root alone: what happens further on is the game's business. Moves that it
 * refuses are left out only if there are others.
 */
#ifndef SEARCH_FILTER_H
#define SEARCH_FILTER_H

#include "game/game.h"

typedef bool search_filter(void *context, const struct position *, unsigned code);

/* Keeps the admitted ones of a list of moves, in their order; all of them if none is admitted, or
 * if there is no filter. Returns how many are kept. */
int filter_keep(search_filter *, void *context, const struct position *, struct move *, int count);

/* The admitted move that the game itself would try first, without a search; there is a move. */
unsigned filter_first(search_filter *, void *context, const struct position *);

#endif
