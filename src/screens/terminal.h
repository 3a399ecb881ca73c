/* terminal.h - the terminal as one full screen: a board, a few lines about it, keys and mouse
 *
 *     title
 *     score
 *         0  1  2     panel: moves, lines
 *      0  .  . (.)    of analysis, …
 *      1  . [1] .
 *     message
 *     keys
 *
 * A view is the content of the screen. The caller fills it in and calls view_draw() whenever
 * something has changed. If the board is larger than the terminal, the part around the cursor is
 * shown. If there is no room to the right of the board, the panel goes below it.
 *
 * Characters carry all information; colours only repeat it. There is one terminal and so one
 * screen: no other code may print between terminal_open() and terminal_close().
 */
#ifndef SCREENS_TERMINAL_H
#define SCREENS_TERMINAL_H

#include "base/text.h"
#include "game/picture.h"
#include "screens/gesture.h"

/* Takes over the terminal. Returns false, and changes nothing, if standard input or output is no
 * terminal, or if the terminal cannot position text. */
bool terminal_open(void);
void terminal_close(void);

enum event_kind {
    EVENT_NONE, /* timeout */
    EVENT_KEY,
    EVENT_CLICK,
    EVENT_RESIZE,
    EVENT_CLOSED /* the terminal was closed */
};

/* Keys are characters or one of these. */
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
    KEY_CODE_INTERRUPT = 3 /* Ctrl-C: a key, so that the terminal is always restored */
};

struct event {
    enum event_kind kind;
    int key;
    int row, column; /* of a click, in screen coordinates */
};

struct event terminal_wait(int milliseconds);

/* How a square is marked, drawn around its glyph. */
enum mark {
    MARK_NONE,
    MARK_LAST,   /* <x> the last move went here */
    MARK_LEGAL,  /* (x) a move can go here */
    MARK_PATH,   /* :x: the move passes here */
    MARK_CHOSEN, /* {x} the chosen piece */
    MARK_COUNT
};

struct view {
    struct picture picture;
    uint8_t mark[PICTURE_EDGE][PICTURE_EDGE]; /* enum mark */
    bool has_cursor;
    struct square cursor; /* [x]; the part of the board around it is always visible */
    struct text title, score, message, keys;
    struct text panel;       /* lines */
    bool panel_shows_end;    /* if it does not fit, its end is shown instead of its beginning */
    struct layout {          /* set by the last view_draw() */
        int top, left;       /* screen position of the first visible square */
        int cell;            /* screen columns per square */
        int rows, columns;   /* number of visible squares */
        struct square first; /* the first visible square */
    } layout;
};

void view_draw(struct view *);
void view_free(struct view *);

/* The square at a screen position, as last drawn; false if there is none. */
bool view_square_at(const struct view *, int row, int column, struct square *);

/* Moves the cursor by an arrow key; false if the key is not an arrow. */
bool view_move_cursor(struct view *, int key);

/* Shows a text page by page. Any key shows the next page, and ends it after the last one. */
void terminal_read_out(const char *text);

#endif
