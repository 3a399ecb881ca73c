/* terminal_hand.h - a person's hand on the board: squares are chosen until they make a move */
#ifndef SCREENS_TERMINAL_HAND_H
#define SCREENS_TERMINAL_HAND_H

#include "screens/gesture.h"
#include "screens/terminal.h"

struct hand {
    const struct position *position; /* outlives the hand's looking at it */
    struct gestures gestures;
    bool has_chosen;
    struct square chosen; /* the piece that is to move */
};

/* Looks at a position; what was chosen in the last one is forgotten. */
void hand_look(struct hand *, const struct position *);
void hand_free(struct hand *);

/* The move that the square makes, with what was chosen before; NULL: none. */
const struct gesture *hand_move_at(const struct hand *, struct square);

enum hand_result {
    HAND_NOTHING, /* the square is of no use */
    HAND_CHOSE,   /* a piece; now its goal */
    HAND_DROPPED, /* the piece that was chosen, by choosing it again */
    HAND_MOVE     /* *code is the move */
};

enum hand_result hand_choose(struct hand *, struct square, unsigned *code);

/* Puts the view's cursor on the next square (step 1) or the last one (step -1), in reading order,
 * that can be chosen. */
void hand_next(const struct hand *, struct view *, int step);

/* Marks what can be chosen and what the square at the cursor would do. */
void hand_mark(const struct hand *, struct view *);

/* Marks the squares that a legal move touches. */
void mark_move(struct view *, const struct position *, unsigned code, enum mark);

/* Marks the move that has led from there to what is shown. Where a region was taken, something else
 * is in its place by now, and nothing is marked. */
void mark_last_move(struct view *, const struct position *, unsigned code);

#endif
