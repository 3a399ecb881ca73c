#include "screens/terminal_hand.h"

#include <string.h>

enum { PATH_MAX_SQUARES = PICTURE_EDGE * PICTURE_EDGE };

void hand_look(struct hand *hand, const struct position *position)
{
    gestures_free(&hand->gestures);
    gestures_find(position, &hand->gestures);
    hand->position = position;
    hand->has_chosen = false;
}

void hand_free(struct hand *hand)
{
    gestures_free(&hand->gestures);
}

const struct gesture *hand_move_at(const struct hand *hand, struct square square)
{
    if (hand->gestures.two_squares && !hand->has_chosen)
        return NULL;
    return gesture_of(&hand->gestures, hand->chosen, square);
}

enum hand_result hand_choose(struct hand *hand, struct square square, unsigned *code)
{
    const struct gesture *pass = gesture_without_squares(&hand->gestures);
    const struct gesture *move = pass ? pass : hand_move_at(hand, square);
    if (move) {
        *code = move->code;
        return HAND_MOVE;
    }
    if (hand->has_chosen && square_same(square, hand->chosen)) {
        hand->has_chosen = false;
        return HAND_DROPPED;
    }
    if (!hand->gestures.two_squares || hand->gestures.area[square.row][square.column] < 0)
        return HAND_NOTHING;
    hand->has_chosen = true;
    hand->chosen = square;
    return HAND_CHOSE;
}

void hand_next(const struct hand *hand, struct view *view, int step)
{
    int columns = view->picture.columns, all = view->picture.rows * columns;
    int at = view->cursor.row * columns + view->cursor.column;
    int here = hand->gestures.area[view->cursor.row][view->cursor.column];
    for (int i = 1; i < all; i++) {
        int next = (at + step * i + all) % all;
        struct square square = {next / columns, next % columns};
        int there = hand->gestures.area[square.row][square.column];
        bool useful = hand->has_chosen ? hand_move_at(hand, square) != NULL
                                       : there >= 0 && there != here; /* a different region */
        if (useful) {
            view->cursor = square;
            return;
        }
    }
}

static void mark_gesture(struct view *view, const struct position *p, const struct gesture *g,
                         enum mark mark)
{
    struct square path[PATH_MAX_SQUARES];
    int length = gesture_path(p, g, path, PATH_MAX_SQUARES);
    for (int i = 0; i < length; i++)
        view->mark[path[i].row][path[i].column] = (uint8_t)mark;
}

/* Where moves are regions, nearly every square can be chosen, so only the region at the cursor is
 * marked. */
void hand_mark(const struct hand *hand, struct view *view)
{
    const struct gestures *all = &hand->gestures;
    const struct gesture *here = hand_move_at(hand, view->cursor);
    for (int i = 0; i < all->count && !all->regions; i++) {
        const struct gesture *g = &all->gesture[i];
        struct square square = all->two_squares && !hand->has_chosen ? g->from : g->to;
        if (square.row >= 0 && (!hand->has_chosen || square_same(g->from, hand->chosen)))
            view->mark[square.row][square.column] = MARK_LEGAL;
    }
    if (here)
        mark_gesture(view, hand->position, here, all->regions ? MARK_LEGAL : MARK_PATH);
    if (hand->has_chosen)
        view->mark[hand->chosen.row][hand->chosen.column] = MARK_CHOSEN;
}

void mark_move(struct view *view, const struct position *p, unsigned code, enum mark mark)
{
    struct gestures all;
    gestures_find(p, &all);
    mark_gesture(view, p, gesture_of_code(&all, code), mark);
    gestures_free(&all);
}

void mark_last_move(struct view *view, const struct position *p, unsigned code)
{
    struct gestures all;
    gestures_find(p, &all);
    if (!all.regions)
        mark_gesture(view, p, gesture_of_code(&all, code), MARK_LAST);
    gestures_free(&all);
}
