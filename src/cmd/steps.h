/* steps.h - the keys by which play, replay and analyze go through the moves of a game
 *
 * All three take the same ones. While a cursor is on the board the arrows move it; else they go
 * back and on.
 */
#ifndef CMD_STEPS_H
#define CMD_STEPS_H

#include <stdbool.h>

/* Lines of a help text. */
extern const char steps_help[];

/* The ply that a key leads to, from *ply and within 0 to last. False if the key is none of these.
 */
bool steps_take(int key, bool has_cursor, int last, int *ply);

#endif
