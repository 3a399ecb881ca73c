/* terminal_hand.h - the person chooses squares on the board until they make a move */
#ifndef SCREENS_TERMINAL_HAND_H
#define SCREENS_TERMINAL_HAND_H

#include "screens/gesture.h"
#include "screens/terminal.h"

struct hand {
    const struct position *position; /* must outlive its use here */
    struct gestures gestures;
    bool has_chosen;
    struct square chosen; /* the piece that is to move */
};

/* Takes a new position and forgets what was chosen in the last one. */
void hand_look(struct hand *, const struct position *);
void hand_free(struct hand *);

/* The move that this square completes, with the chosen piece; NULL: none. */
const struct gesture *hand_move_at(const struct hand *, struct square);

enum hand_result {
    HAND_NOTHING, /* the square does nothing */
    HAND_CHOSE,   /* chose a piece; its goal comes next */
    HAND_DROPPED, /* the chosen piece was chosen again and is dropped */
    HAND_MOVE     /* *code is the move */
};

enum hand_result hand_choose(struct hand *, struct square, unsigned *code);

/* Puts the view's cursor on the next (step 1) or previous (step -1) square that can be chosen, in
 * reading order. */
void hand_next(const struct hand *, struct view *, int step);

/* Marks the squares that can be chosen, and what choosing the cursor's square would do. */
void hand_mark(const struct hand *, struct view *);

/* Marks the squares that a legal move touches. */
void mark_move(struct view *, const struct position *, unsigned code, enum mark);

/* Marks the move that led from that position to the one shown. Marks nothing where a region was
 * taken, since other pieces fill it now. */
void mark_last_move(struct view *, const struct position *, unsigned code);

#endif
