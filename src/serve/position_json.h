/* position_json.h - a game's present position as JSON for the pages */
#ifndef SERVE_POSITION_JSON_H
#define SERVE_POSITION_JSON_H

#include "game/session.h"

/* Adds the session's present position as an object: board, score, legal moves with their squares,
 * the last move, the ending, the position file.
 *
 * Where the game can count races (game/racing.h) and is not over, "race" has an object for each
 * side: "moves", the length of the shortest line that a quick search found while the other side
 * stands still (null: none); "least", a lower bound for any such line; "proven", true if the two
 * are equal; "won", true if that side wins whatever the other does. "decoupled" is true if the
 * sides can no longer touch each other without moving backwards. Otherwise "race" is null. */
void json_position(struct text *, const char *name, const struct session *);

/* Adds the move's name as an array element or a member. */
void json_move(struct text *, const char *name, const struct position *, unsigned code);

/* Adds the move's squares, [row, column] each. */
void json_move_cells(struct text *, const char *name, const struct position *, unsigned code);

#endif
