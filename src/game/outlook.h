/* outlook.h - what a value means for people: who is ahead, by how much, how certain
 *
 * A value is decided if it contains the bonus of a win, or if the game's certain bounds lie on one
 * side of zero: then the side that is ahead wins for certain, though the margin may be an estimate.
 * A proven value is decided and exact. Screens show decided values apart from the scale of
 * estimates, so that a won game never looks nearly level.
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

/* The outlook of the side to move. An estimate is kept within the bounds that the game knows. */
struct outlook outlook_of(const struct position *, int value, bool proven);

/* The same for the value of a move; the bounds of the position after it may decide it. */
struct outlook outlook_of_move(const struct position *, unsigned code, int value, bool proven);

/* True if the first is better: a certain win beats every estimate, every estimate beats a certain
 * loss, and margins are compared only between equals. */
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
