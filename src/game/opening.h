/* opening.h - random first moves, so that games from one start position differ */
#ifndef GAME_OPENING_H
#define GAME_OPENING_H

#include "game/session.h"

/* How many random moves such games want: none where the board itself is drawn at random. */
int opening_default_plies(const struct game *, const struct setup *);

/* A session in which this many random moves have been made. An opening that ends the game is drawn
 * again; if there seems to be none that does not, the session is as long as it got. */
struct session *opening_session(const struct position *start, int ply_limit, int plies,
                                uint64_t seed);

#endif
