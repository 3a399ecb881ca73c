/* export.h - the games of a tournament for other programs: CSV, JSON lines, PGN
 *
 * Games that count, and void ones (result "*"), in the order in which they were saved. The agent
 * with the first move comes first, and is White in PGN. docs/store.md lists the columns.
 *
 * Text of agents and authors stays text for every reader. In CSV a cell that a spreadsheet would
 * take for a formula, or that begins with an apostrophe, gets one more apostrophe in front. PGN has
 * the moves in a comment, because they are not chess moves.
 */
#ifndef TOURNAMENT_EXPORT_H
#define TOURNAMENT_EXPORT_H

#include <stdio.h>

#include "tournament/store.h"

enum export_format { EXPORT_CSV, EXPORT_JSON, EXPORT_PGN, EXPORT_FORMATS };

/* "csv", "json", "pgn". */
bool export_of_name(const char *, enum export_format *);

struct export_options {
    const char *title; /* of the tournament */
    const char *game;  /* what is played, for people */
    bool anonymous;    /* aliases; no hashes, keys, seeds, messages, complaints */
};

/* Writes game by game; false with a fault noted if the store fails or the file cannot be written.
 */
bool export_write(struct store *, enum export_format, const struct export_options *, FILE *,
                  struct notes *);

#endif
