/* registry.h - the list of games */
#ifndef GAMES_REGISTRY_H
#define GAMES_REGISTRY_H

#include "game/game.h"

extern const struct game *const games[]; /* NULL at the end */

/* The game of this name, or NULL. */
const struct game *game_by_name(const char *name);

/* The game whose position file these lines look like, or NULL. */
const struct game *game_of_lines(const struct lines *);

#endif
