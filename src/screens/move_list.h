/* move_list.h - the moves of a game as people write them: number, first side, second side */
#ifndef SCREENS_MOVE_LIST_H
#define SCREENS_MOVE_LIST_H

#include "game/session.h"

/* Adds the first `plies` moves of a game, a line for each pair. */
void move_list(const struct session *, int plies, struct text *);

#endif
