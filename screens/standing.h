/* standing.h - how a side stands, as people count it
 *
 * Mostly that is its score. A race, in which nothing is counted before its end, is told by the
 * pieces that have arrived: those on the squares where the other side begins.
 */
#ifndef SCREENS_STANDING_H
#define SCREENS_STANDING_H

#include "game/game.h"

/* Adds "12", or "3 of 19". */
void standing_add(struct text *, const struct position *, int side);

#endif
