/* position_json.h - a game's present position as JSON for the pages */
#ifndef SERVE_POSITION_JSON_H
#define SERVE_POSITION_JSON_H

#include "game/session.h"

/* Adds the session's present position as an object: board, score, facts, legal moves with their
 * squares, the last move, the ending, the position file.
 *
 * "facts" has the rows of game/facts.h: name, unit, label, standing and final of each; it is empty
 * when the game is over. A member with the row's name has an object for each side: the number,
 * named by the plural of the unit (null: only a lower bound is known); "least", a lower bound;
 * "proven", true if the number is exact; "won", true if the side wins for certain because of it. If
 * the row has a flag, a member of that name repeats "final". */
void json_position(struct text *, const char *name, const struct session *);

/* Adds the move's name as an array element or a member. */
void json_move(struct text *, const char *name, const struct position *, unsigned code);

/* Adds the move's squares, [row, column] each. */
void json_move_cells(struct text *, const char *name, const struct position *, unsigned code);

#endif
