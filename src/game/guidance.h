/* guidance.h - facet: what a good estimate tells a search before the horizon
 *
 * A game whose estimate costs about as much as a move and is seldom far off can save a search whole
 * subtrees: by the order of moves, and by foretelling what a deep look will find from a shallow
 * one. Both are guesses; what rests on a forecast is never called proven.
 */
#ifndef GAME_GUIDANCE_H
#define GAME_GUIDANCE_H

#include <stdbool.h>

struct move;
struct position;

/* The value at some depth is that at a lower depth, give or take an error. */
struct forecast {
    int depth; /* the lower one, at least 1 */
    int error; /* in value steps; a difference beyond it is not expected */
};

struct guidance {
    int rank_depth; /* from this depth on moves are worth ranking */
    /* Sets the hints of all moves of a position by looking at what they lead to. */
    void (*rank)(const struct position *, struct move *, int count);
    /* False if nothing is foretold for this depth here. */
    bool (*forecast)(const struct position *, int depth, struct forecast *);
    int limit; /* values of this size or more are no estimates: they are not foretold */
};

#endif
