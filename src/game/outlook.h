/* outlook.h - how a game is expected to end: who is ahead, by how much, how certain
 *
 * A value that holds the bonus of a win, or that the certain bounds put on one side of zero, is
 * decided: whoever is ahead wins for certain, though the margin may be an estimate. A proven value
 * is decided, and exact. Screens show what is decided at an end of their scale of its own, so that
 * a won game never looks like one that is nearly level.
 */
#ifndef GAME_OUTLOOK_H
#define GAME_OUTLOOK_H

#include <stdbool.h>

#include "game/game.h"

struct outlook {
    double margin; /* points by which the side asked about ends ahead */
    bool proven;   /* exactly so */
    bool decided;  /* the margin's sign is the result */
    bool beyond;   /* an estimate of more than the board can give: it says who, not by how much */
};

/* What a value means for the side to move. An estimate is kept within what is still possible, where
 * the game knows bounds. */
struct outlook outlook_of(const struct position *, int value, bool proven);

/* The same for the value of a move, which the bounds of the position after it may decide. */
struct outlook outlook_of_move(const struct position *, unsigned code, int value, bool proven);

/* True if the first is worth more to the side asked about: a certain win is worth more than every
 * estimate and a certain loss less; margins tell only likes apart. */
bool outlook_exceeds(struct outlook, struct outlook);

/* The chance to win from a position, a draw counting half: 1, ½ or 0 where it is decided, else by
 * the logistic curve and the game's looks. */
double outlook_chance(const struct position *, struct outlook);

/* A sentence's end: "a proven win by 5", "a certain loss", "the game looks even", or the game's
 * words for an estimated margin. */
void outlook_add(struct text *, const struct game *, struct outlook);

/* In a column: "+3.5", "won by 5", "lost". */
void outlook_add_short(struct text *, const struct game *, struct outlook);

#endif
