/* fresh_game.h - a new game as JSON for the pages */
#ifndef SERVE_FRESH_GAME_H
#define SERVE_FRESH_GAME_H

#include "game/game.h"

/* Adds an object: start (a position file), seed and position. Parts of the setup that the game does
 * not have are ignored. Returns false, with a fault noted, if the game cannot be set up. */
bool json_fresh_game(struct text *, const char *name, const struct game *, const struct setup *,
                     struct notes *);

#endif
