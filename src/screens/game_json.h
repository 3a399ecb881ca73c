/* game_json.h - the description of a game, for programs */
#ifndef SCREENS_GAME_JSON_H
#define SCREENS_GAME_JSON_H

#include "game/game.h"

/* Adds members to an open object: name, title, sides, goal, legend, rules, rules_meaning, size, the
 * set-up options of all games, clock, game_seconds, move_seconds. A value is null or false if the
 * game does not have it. */
void json_game_members(struct text *, const struct game *);

#endif
