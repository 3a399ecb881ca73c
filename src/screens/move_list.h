/* move_list.h - the moves of a game as a numbered list: number, first side, second side */
#ifndef SCREENS_MOVE_LIST_H
#define SCREENS_MOVE_LIST_H

#include "game/session.h"

/* Adds the first `plies` moves of a game, one line per pair. */
void move_list(const struct session *, int plies, struct text *);

#endif
