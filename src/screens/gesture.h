/* gesture.h - moves as squares to point at
 *
 * A person points at squares: at the place of a new piece, at a piece and then at where it goes, at
 * any square of a region. Which squares make which move is told by its shape.
 */
#ifndef SCREENS_GESTURE_H
#define SCREENS_GESTURE_H

#include "game/shape.h"

/* A move that starts or ends nowhere has row -1 there: a pass, or a new piece. */
struct gesture {
    unsigned code;
    struct square from, to;
};

struct gestures {
    int count;
    bool two_squares; /* a piece is chosen first */
    bool regions;     /* moves are regions, so that nearly every square makes one */
    struct gesture *gesture;
    int16_t area[PICTURE_EDGE][PICTURE_EDGE]; /* the gesture that ends here; with two squares: one
                                                 that starts here; -1: none */
};

/* The gestures of all legal moves. End with gestures_free(). */
void gestures_find(const struct position *, struct gestures *);
void gestures_free(struct gestures *);

/* The gesture that goes from one square to the other, or NULL. Where a move is one square, `from`
 * is not looked at. */
const struct gesture *gesture_of(const struct gestures *, struct square from, struct square to);

/* The gesture of a legal move. */
const struct gesture *gesture_of_code(const struct gestures *, unsigned code);

/* The only move, if it is one without squares (a pass); else NULL. */
const struct gesture *gesture_without_squares(const struct gestures *);

enum { GESTURE_PATH_MAX = 64 };

/* The squares that a move touches in their order: a chain of jumps, all squares of a region, the
 * one new piece. Returns their number. */
int gesture_path(const struct position *, const struct gesture *, struct square *out, int most);

bool square_same(struct square, struct square);

#endif
