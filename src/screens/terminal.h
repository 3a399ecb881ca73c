/* terminal.h - the whole terminal as one screen: a board, a few lines about it, keys and mouse
 *
 *   title                                  A view is what is to be seen; the caller fills it in and
 *   score                                  calls view_draw() as often as anything changes. A board
 *       0  1  2     panel: moves, lines    that is larger than the terminal is shown in part, the
 *    0  .  . (.)    of analysis, …         part around the cursor. Where there is no room at the
 *    1  . [1] .                            right, the panel goes below the board.
 *   message
 *   keys
 *
 * Everything is told by characters; colours only repeat it. There is one terminal, so there is one
 * screen: between terminal_open() and terminal_close() nobody else may print.
 */
#ifndef SCREENS_TERMINAL_H
#define SCREENS_TERMINAL_H

#include "base/text.h"
#include "game/picture.h"
#include "screens/gesture.h"

/* Takes the terminal over. False if standard input and output are no terminal, or one on which
 * nothing can be placed; then nothing has happened. */
bool terminal_open(void);
void terminal_close(void);

enum event_kind {
    EVENT_NONE, /* nothing happened for the time given */
    EVENT_KEY,
    EVENT_CLICK,
    EVENT_RESIZE,
    EVENT_CLOSED /* the terminal has gone away */
};

/* Keys are characters, or these. */
enum {
    KEY_CODE_UP = 0x1000,
    KEY_CODE_DOWN,
    KEY_CODE_LEFT,
    KEY_CODE_RIGHT,
    KEY_CODE_HOME,
    KEY_CODE_END,
    KEY_CODE_PAGE_UP,
    KEY_CODE_PAGE_DOWN,
    KEY_CODE_BACK_TAB,
    KEY_CODE_ENTER,
    KEY_CODE_ESCAPE,
    KEY_CODE_OTHER,
    KEY_CODE_INTERRUPT = 3 /* Ctrl-C: it is a key, so that the terminal is always put back */
};

struct event {
    enum event_kind kind;
    int key;
    int row, column; /* of a click, on the screen */
};

struct event terminal_wait(int milliseconds);

/* What a square has to say, drawn around its glyph. */
enum mark {
    MARK_NONE,
    MARK_LAST,   /* <x> the last move went here */
    MARK_LEGAL,  /* (x) a move can go here */
    MARK_PATH,   /* :x: on the way */
    MARK_CHOSEN, /* {x} the piece that is about to move */
    MARK_COUNT
};

struct view {
    struct picture picture;
    uint8_t mark[PICTURE_EDGE][PICTURE_EDGE]; /* enum mark */
    bool has_cursor;
    struct square cursor; /* [x]; the part of the board around it is shown in any case */
    struct text title, score, message, keys;
    struct text panel;       /* lines */
    bool panel_shows_end;    /* if there is no room for all of it: its end, not its beginning */
    struct layout {          /* of the last drawing */
        int top, left;       /* where the first visible square is on the screen */
        int cell;            /* columns of the screen that a square takes */
        int rows, columns;   /* squares that are visible */
        struct square first; /* the first of them */
    } layout;
};

void view_draw(struct view *);
void view_free(struct view *);

/* The square under a place on the screen, as last drawn; false if there is none. */
bool view_square_at(const struct view *, int row, int column, struct square *);

/* Moves the cursor by an arrow key; false if the key is none. */
bool view_move_cursor(struct view *, int key);

/* Shows a text, page by page, until a key is pressed. */
void terminal_read_out(const char *text);

#endif
