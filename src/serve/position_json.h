/* position_json.h - a game's present position as the pages want it */
#ifndef SERVE_POSITION_JSON_H
#define SERVE_POSITION_JSON_H

#include "game/session.h"

/* Everything that is to be seen and done in the session's present position, as an object: board,
 * score, legal moves with their squares, the last move, the ending, the position file.
 *
 * Where the game can count races (game/racing.h) and goes on, "race" has an object a side: "moves"
 * of the shortest line that a quick look found while the other side stands still (null: none),
 * "least" that any such line has, "proven" if they are equal, "won" if that side wins for certain,
 * whatever the other does; "decoupled" says whether anybody can touch the other any more without
 * going back. Else "race" is null. */
void json_position(struct text *, const char *name, const struct session *);

/* The move's name as a value of an array or member. */
void json_move(struct text *, const char *name, const struct position *, unsigned code);

/* The squares that stand for it, [row, column] each. */
void json_move_cells(struct text *, const char *name, const struct position *, unsigned code);

#endif
