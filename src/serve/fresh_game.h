/* fresh_game.h - a game that has just begun, as the pages get it */
#ifndef SERVE_FRESH_GAME_H
#define SERVE_FRESH_GAME_H

#include "game/game.h"

/* Adds an object: start (a position file), seed and position. Parts of the setup that this game
 * does not have are passed over. False, with a fault noted, if there is no such game. */
bool json_fresh_game(struct text *, const char *name, const struct game *, const struct setup *,
                     struct notes *);

#endif
