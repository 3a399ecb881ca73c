/* gesture.h - moves as squares that a person points at
 *
 * A person points at the square of a new piece, at a piece and then at its goal, or at any square
 * of a region. The move's shape determines its squares.
 */
#ifndef SCREENS_GESTURE_H
#define SCREENS_GESTURE_H

#include "game/shape.h"

/* A pass and a new piece have no start square: from.row is -1. A pass has no goal: to.row is -1. */
struct gesture {
    unsigned code;
    struct square from, to;
};

struct gestures {
    int count;
    bool two_squares; /* the person chooses a piece first */
    bool regions;     /* moves are regions, so nearly every square makes one */
    struct gesture *gesture;
    int16_t area[PICTURE_EDGE][PICTURE_EDGE]; /* the gesture that ends here or, with two squares,
                                                 one that starts here; -1: none */
};

/* Finds the gestures of all legal moves. End with gestures_free(). */
void gestures_find(const struct position *, struct gestures *);
void gestures_free(struct gestures *);

/* The gesture from one square to the other, or NULL. `from` is ignored where a move is one
 * square. */
const struct gesture *gesture_of(const struct gestures *, struct square from, struct square to);

/* The gesture of a legal move. */
const struct gesture *gesture_of_code(const struct gestures *, unsigned code);

/* The only legal move if it has no squares (a pass), else NULL. */
const struct gesture *gesture_without_squares(const struct gestures *);

enum { GESTURE_PATH_MAX = 64 };

/* The squares that a move touches, in order: a chain of jumps, all squares of a region, or the one
 * new piece. Returns their number. */
int gesture_path(const struct position *, const struct gesture *, struct square *out, int most);

bool square_same(struct square, struct square);

#endif
