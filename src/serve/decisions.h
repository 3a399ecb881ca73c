/* decisions.h - caches the deciding moves that whole reviews have found
 *
 * The watch page and the lists of games show the position before the deciding move. They take that
 * move from a quick search or from the record. A whole review searches deeper and may find a
 * different move; after that all of them show the review's move. The cache holds the latest few
 * thousand games and lives as long as the server.
 */
#ifndef SERVE_DECISIONS_H
#define SERVE_DECISIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/session.h"

/* A hash of a whole game: rules, board and moves. It is never 0. */
uint64_t decisions_name(const struct session *);

/* ply: of the deciding move; -1: no single move decided the game. */
void decisions_note(uint64_t name, int ply);
bool decisions_find(uint64_t name, int *ply);

#endif
