/* home.h - pieces that stay at home: what they give away, and when they make a win impossible */
#ifndef GAMES_HALMA_HOME_H
#define GAMES_HALMA_HOME_H

#include "games/halma/halma.h"

/* True if nearly all of the opponent's pieces are still where they began. */
bool home_stays(const struct position *);

/* True if the opponent seems to stay, and a few moves win if it does: *move is the next of them.
 * Whether it may be made is for a search to say. */
bool home_hurry(const struct position *, unsigned *move);

/* The squares of a side's camp that the other side can never reach while its pieces there stay. */
void home_find_sealed(const struct halma *, int owner, board16 *sealed);

/* True if no side can win as long as the other side's pieces stay: only sealed squares are left to
 * fill in a camp. *hole is one of them. */
bool home_is_dead(const struct halma *, unsigned *hole);

#endif
