/* least.h - moves that a race takes at least, and proofs of that
 *
 * Two bounds. By classes: a jump keeps the parities of x and y, so the squares fall into four
 * classes that only a step leaves. Each empty goal square costs a move that enters the goal, for a
 * piece inside never leaves it. Where a class has fewer pieces than goal squares, some pieces have
 * to step into it, and a step enters the goal only from a neighbour of the goal: for each one that
 * is missing, beyond the pieces that stand beside the goal, there is one more move.
 *
 * By times: after j moves a piece stands no farther than j moves of its own would take it if at
 * each of them all the others stood wherever they can have come by then. That gives each piece a
 * move before which it cannot enter, and the entering moves come one after the other.
 *
 * race_prove() raises the bound by iterative deepening: it looks through all lines of a length.
 */
#ifndef GAMES_HALMA_LEAST_H
#define GAMES_HALMA_LEAST_H

#include "games/halma/race.h"

/* By classes alone: holds whatever the other side does as long as none of its pieces enters the
 * racer's goal or moves within it. */
int race_least_by_class(const struct race *);

/* By classes and by times: holds while the other side stands still. */
int race_least(const struct race *);

/* Shows that the race takes more than *least moves, or finds a line of that length; then the next
 * length, up to `below` - 1. Returns true, with the line, if it found one: a shortest one. What is
 * known when the budget is spent stands in *least. */
bool race_prove(const struct race *, int below, struct budget *, int *least, struct race_line *);

#endif
