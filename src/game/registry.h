/* registry.h - the list of games
 *
 * A program has one registry, an array that is linked into it: games/registry.c for what we ship.
 * Everything else asks here, and names no game.
 */
#ifndef GAME_REGISTRY_H
#define GAME_REGISTRY_H

#include "game/game.h"

/* NULL at the end. In this order files are recognised and games are listed; see
 * games_for_people() for another one. */
extern const struct game *const games[];

enum { REGISTRY_MAX = 64 };

/* A registry that breaks a limit of ours is our own fault: says which, and ends the program. */
_Noreturn void registry_fail(const char *limit, int most);

/* The games in the order in which people are shown them. Returns their number. */
int games_for_people(const struct game *out[REGISTRY_MAX]);

/* The game of this name, or NULL. */
const struct game *game_by_name(const char *name);

/* The first game whose position file these lines look like, or NULL. */
const struct game *game_of_lines(const struct lines *);

#endif
