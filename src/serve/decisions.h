/* decisions.h - the moves that decided games, as whole reviews have found them
 *
 * Watch and the lists of games show each before the move that decided it, as a quick look or the
 * record has it. A whole review looks deeper and may name another one; from then on all of them
 * name that. The latest few thousand games are remembered, until the server ends.
 */
#ifndef SERVE_DECISIONS_H
#define SERVE_DECISIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/session.h"

/* The name of a whole game, of rules, board and moves; never 0. */
uint64_t decisions_name(const struct session *);

/* ply: of the move that decided; -1: no single move did. */
void decisions_note(uint64_t name, int ply);
bool decisions_find(uint64_t name, int *ply);

#endif
