/* notation.h - positions as Othello's programs and collections write them
 *
 *   a board    X or * for the first side, O for the second, - or . for an empty square, row by row
 *              from a1 on, then the side to move: X, O, Black or White. Blanks and line ends may
 *              stand anywhere between; lines that begin with % or # are comments.
 *                  --XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O
 *   OBF        the same with ";" behind the side to move; what follows it is not looked at.
 *                  … O; G3:-12; C7:-12;
 *   GGF        a game: BO[8 board side] is the start, B[d3] and W[c5//1.20] are moves and PA is a
 *              pass; what else there is between "(;" and ";)" is not looked at. The position is the
 *              one after the last move.
 *
 * Boards are square, from 4 x 4 to 16 x 16. A file holds one position. They are Othello's: the
 * rules are othello unless the caller names others.
 */
#ifndef GAMES_REVERSI_NOTATION_H
#define GAMES_REVERSI_NOTATION_H

#include "game/game.h"

/* True if the lines begin like one of these. */
bool reversi_notation_is(const struct lines *);

/* NULL, with a fault noted, if it is none. There is nothing to salvage: what is not exact is
 * refused. */
struct problem *reversi_notation_read(const struct lines *, int variant, struct notes *);

/* Takes a square such as d3, letter and number; false, nothing changed, if there is none. */
bool reversi_square_parse(const char **at, int *row, int *column);

#endif
