/* decisions.h - the moves that decided games, as whole reviews have found them
 *
 * A list of games shows each before the move that decided it, which a quick look finds. A whole
 * review looks deeper and may name another one; from then on all lists name that. The latest few
 * thousand games are remembered, until the server ends.
 */
#ifndef SERVE_DECISIONS_H
#define SERVE_DECISIONS_H

#include <stdbool.h>

#include "game/session.h"

/* ply: of the move that decided; -1: no single move did. */
void decisions_note(const struct session *, int ply);
bool decisions_find(const struct session *, int *ply);

#endif
