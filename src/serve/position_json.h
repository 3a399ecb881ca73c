/* position_json.h - a game's present position as JSON for the pages */
#ifndef SERVE_POSITION_JSON_H
#define SERVE_POSITION_JSON_H

#include "game/session.h"

/* All that can be seen and done in the session's present position, as an object: board,
 * score, legal moves with their squares, the last move, the ending, the position file.
 *
 * "facts" lists what the game tells besides (game/facts.h): name, unit, label, perhaps standing,
 * and "final" if nothing that the other side does changes the numbers any more. Under each name
 * there is a member with an object a side: the number under the unit's plural ("moves"; null: only
 * a bound is known), "least", "proven", and "won" if that side wins for certain. Halma's is "race",
 * and "decoupled" repeats its "final".
 */
void json_position(struct text *, const char *name, const struct session *);

/* The move's name as a value of an array or member. */
void json_move(struct text *, const char *name, const struct position *, unsigned code);

/* The squares that stand for it, [row, column] each. */
void json_move_cells(struct text *, const char *name, const struct position *, unsigned code);

#endif
