/* game_json.h - what there is to say about a game, for programs */
#ifndef SCREENS_GAME_JSON_H
#define SCREENS_GAME_JSON_H

#include "game/game.h"

/* Adds members to an open object: name, title, sides, goal, legend, rules, rules_meaning, size, the
 * set-up options of all games, clock, game_seconds, move_seconds; null or false stands for what
 * this game does not have. */
void json_game_members(struct text *, const struct game *);

#endif
