/* guidance.h - facet: how a learned evaluation guides the search above the horizon
 *
 * A game whose evaluation costs about as much as a move and is seldom far off can save a search
 * whole subtrees: by ordering moves, and by ProbCut, which predicts a deep search from a shallow
 * one. Both are guesses; what rests on them is never called proven.
 */
#ifndef GAME_GUIDANCE_H
#define GAME_GUIDANCE_H

#include <stdbool.h>

struct move;
struct position;

/* The value at some depth is that at a shallower depth, give or take an error. */
struct probcut {
    int depth; /* of the shallow search, at least 1 */
    int error; /* in value steps */
};

struct guidance {
    int rank_depth; /* from this depth on ranking pays */
    /* Sets the hints of all moves by evaluating the positions after them. */
    void (*rank)(const struct position *, struct move *, int count);
    /* False if there is no prediction for this depth here. */
    bool (*probcut)(const struct position *, int depth, struct probcut *);
    int limit; /* values of this size or more are no evaluations and never cut by this */
};

#endif
