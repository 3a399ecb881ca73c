#include "screens/terminal.h"

#include <curses.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "screens/draw.h"
#include "screens/fit.h"

enum {
    LEAST_COLUMNS = 40, /* minimum size of a usable screen */
    LEAST_ROWS = 12,
    PANEL_COLUMNS = 22,   /* minimum width of a panel at the side */
    LABEL_COLUMNS = 3,    /* row numbers */
    BOARD_TOP = 3,        /* rows for title, score and column names */
    FOOT_ROWS = 2,        /* rows for message and keys */
    ESCAPE_PATIENCE = 100 /* milliseconds to wait for the rest of an escape sequence */
};

static SCREEN *screen;
static bool coloured;

/* --- colours --- */

/* The nearest of the eight basic terminal colours to one of 256. */
static short plain_colour(int index)
{
    if (index >= 232) /* the grey ramp */
        return index >= 244 ? COLOR_WHITE : COLOR_BLACK;
    if (index < 16)
        return (short)(index % 8);
    int cube = index - 16, red = cube / 36, green = cube / 6 % 6, blue = cube % 6;
    return (short)((red >= 3) * COLOR_RED + (green >= 3) * COLOR_GREEN + (blue >= 3) * COLOR_BLUE);
}

/* Makes a colour pair for each paint, and one with stronger ink for marked squares. */
static short pair_of(int paint, bool marked)
{
    return (short)(1 + 2 * paint + marked);
}

static void prepare_colours(void)
{
    coloured = draw_colour_is_wanted() && has_colors() && start_color() == OK &&
               COLOR_PAIRS > 2 * PAINT_COUNT;
    if (coloured)
        use_default_colors();
    for (int paint = 0; coloured && paint < PAINT_COUNT; paint++) {
        int ground, ink;
        draw_colours(paint, &ground, &ink);
        int strong = ink == 255 || ink == 230 ? ink : 16; /* white on dark, black on light */
        if (COLORS < 256) {
            ground = plain_colour(ground);
            ink = strong = ground == COLOR_BLACK ? COLOR_WHITE : COLOR_BLACK;
        }
        init_pair(pair_of(paint, false), (short)ink, (short)ground);
        init_pair(pair_of(paint, true), (short)strong, (short)ground);
    }
}

static attr_t attributes_of(int paint, bool marked)
{
    return (coloured ? (attr_t)COLOR_PAIR(pair_of(paint, marked)) : A_NORMAL) |
           (marked ? A_BOLD : A_NORMAL);
}

/* --- the terminal --- */

/* Restores the terminal however the program ends (atexit). */
static void put_back(void)
{
    if (screen)
        endwin();
}

bool terminal_open(void)
{
    static bool prepared;
    if (!prepared)
        atexit(put_back);
    prepared = true;
    const char *type = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !type || strcmp(type, "dumb") == 0)
        return false;
    setlocale(LC_CTYPE, ""); /* names may hold any letter; the number format stays */
    fflush(stdout);
    screen = newterm(NULL, stdout, stdin);
    if (!screen)
        return false;
    if (!tigetstr("cup") || tigetstr("cup") == (char *)-1) { /* cannot place the cursor */
        endwin();
        delscreen(screen);
        screen = NULL;
        return false;
    }
    raw();
    noecho();
    nonl();
    keypad(stdscr, true);
    set_escdelay(ESCAPE_PATIENCE);
    curs_set(0);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED, NULL);
    prepare_colours();
    return true;
}

void terminal_close(void)
{
    endwin();
    delscreen(screen);
    screen = NULL;
}

static const struct {
    int curses;
    int code;
} keys[] = {
    {KEY_UP, KEY_CODE_UP},         {KEY_DOWN, KEY_CODE_DOWN},       {KEY_LEFT, KEY_CODE_LEFT},
    {KEY_RIGHT, KEY_CODE_RIGHT},   {KEY_HOME, KEY_CODE_HOME},       {KEY_END, KEY_CODE_END},
    {KEY_PPAGE, KEY_CODE_PAGE_UP}, {KEY_NPAGE, KEY_CODE_PAGE_DOWN}, {KEY_BTAB, KEY_CODE_BACK_TAB},
    {KEY_ENTER, KEY_CODE_ENTER},   {'\r', KEY_CODE_ENTER},          {'\n', KEY_CODE_ENTER},
    {27, KEY_CODE_ESCAPE},
};

static bool is_too_small(void)
{
    return LINES < LEAST_ROWS || COLS < LEAST_COLUMNS;
}

/* While the screen is too small, only the keys that leave are accepted. */
static struct event event_of(int got)
{
    if (got == KEY_RESIZE)
        return (struct event){.kind = EVENT_RESIZE};
    if (is_too_small() && got != 'q' && got != KEY_CODE_INTERRUPT)
        return (struct event){.kind = EVENT_NONE};
    MEVENT mouse;
    if (got == KEY_MOUSE && getmouse(&mouse) == OK && mouse.bstate & BUTTON1_PRESSED)
        return (struct event){EVENT_CLICK, 0, mouse.y, mouse.x};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].curses == got)
            return (struct event){.kind = EVENT_KEY, .key = keys[i].code};
    return (struct event){.kind = EVENT_KEY, .key = got < 128 ? got : KEY_CODE_OTHER};
}

struct event terminal_wait(int milliseconds)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    timeout(0);
    int got = getch();
    if (got == ERR) {
        if (poll(&input, 1, milliseconds) > 0 && !(input.revents & POLLIN))
            return (struct event){.kind = EVENT_CLOSED};
        got = getch();
    }
    if (got != ERR)
        return event_of(got);
    /* readable but empty: end of input */
    char byte;
    if (input.revents & POLLIN && poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &byte, 1) == 0)
        return (struct event){.kind = EVENT_CLOSED};
    return (struct event){.kind = EVENT_NONE};
}

/* --- drawing --- */

/* Prints as much of a text as fits the width, without cutting a multibyte character. */
static void put(int row, int column, const char *text, int width)
{
    int length = (int)strlen(text);
    if (length > width) {
        length = width > 0 ? width : 0;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    mvaddnstr(row, column, text, length);
}

static void put_text(int row, const struct text *text)
{
    put(row, 0, text->data ? text->data : "", COLS - 1);
}

/* Prints the message; a long one starts on the line above. */
static void put_message(const char *text)
{
    int first = 0, width = COLS - 1;
    for (int i = 0; (int)strlen(text) > width && i <= width; i++)
        if (text[i] == ' ')
            first = i;
    if (first > 0) {
        move(LINES - 3, 0);
        clrtoeol();
        put(LINES - 3, 0, text, first);
        text += first + 1;
    }
    put(LINES - 2, 0, text, width);
}

/* Prints words on as many lines as they need. */
static void put_words(const char *text)
{
    int row = 0, column = 0;
    for (const char *word = text; *word; word += strspn(word, " ")) {
        int length = (int)strcspn(word, " ");
        if (column > 0 && column + length > COLS) {
            row++;
            column = 0;
        }
        if (row < LINES)
            put(row, column, word, length < COLS - column ? length : COLS - column);
        column += length + 1;
        word += length;
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The scroll offset that shows `shown` of `all` items with `wanted` in the middle, if possible. */
static int scrolled(int wanted, int shown, int all)
{
    int first = wanted - shown / 2;
    return first < 0 ? 0 : first > all - shown ? all - shown : first;
}

static struct layout lay_out(const struct view *view)
{
    const struct picture *picture = &view->picture;
    int wide = LABEL_COLUMNS + 3 * picture->columns + 1;
    int narrow = LABEL_COLUMNS + 2 * picture->columns + 1;
    bool both = wide + PANEL_COLUMNS <= COLS; /* wide squares and a panel both fit */
    bool neither = narrow + PANEL_COLUMNS > COLS;
    struct layout l = {.top = BOARD_TOP, .left = LABEL_COLUMNS};
    l.cell = both || (neither && wide <= COLS) ? 3 : 2;
    l.rows = least(picture->rows, LINES - BOARD_TOP - FOOT_ROWS);
    l.columns = least(picture->columns, (COLS - LABEL_COLUMNS - 1) / l.cell);
    l.first = (struct square){scrolled(view->cursor.row, l.rows, picture->rows),
                              scrolled(view->cursor.column, l.columns, picture->columns)};
    return l;
}

static void draw_square(const struct view *view, int row, int column)
{
    static const char open[MARK_COUNT + 1] = " <(:{", close[MARK_COUNT + 1] = " >):}";
    const struct layout *l = &view->layout;
    bool here = view->has_cursor && view->cursor.row == row && view->cursor.column == column;
    int mark = view->mark[row][column];
    bool framed = here && mark != MARK_CHOSEN;
    char cell[4] = {framed ? '[' : open[mark], view->picture.cell[row][column].glyph,
                    framed ? ']' : close[mark]};
    attr_t attributes = attributes_of(view->picture.cell[row][column].paint, mark || here);
    attrset((int)(here ? attributes | A_REVERSE : attributes));
    put(l->top + row - l->first.row, l->left + (column - l->first.column) * l->cell, cell, l->cell);
    attrset((int)A_NORMAL);
}

static void draw_board(const struct view *view)
{
    const struct layout *l = &view->layout;
    bool letters = view->picture.names == NAMES_LETTERS;
    char label[12];
    put(l->top - 1, 0, draw_axes(&view->picture), LABEL_COLUMNS);
    for (int i = 0; i < l->columns; i++) {
        int column = l->first.column + i;
        snprintf(label, sizeof label, letters ? "%*c" : "%*d", 2, letters ? 'A' + column : column);
        if (l->cell == 2 && !letters && column > 9) /* two digits would touch their neighbours */
            snprintf(label, sizeof label, " %d", column % 10);
        put(l->top - 1, l->left + i * l->cell, label, l->cell);
    }
    for (int i = 0; i < l->rows; i++) {
        snprintf(label, sizeof label, "%2d", l->first.row + i + letters);
        put(l->top + i, 0, label, LABEL_COLUMNS);
        for (int j = 0; j < l->columns; j++)
            draw_square(view, l->first.row + i, l->first.column + j);
    }
}

static void draw_panel(const struct view *view)
{
    const struct layout *l = &view->layout;
    int left = l->left + l->columns * l->cell + 2, top = l->top - 1;
    if (COLS - left < PANEL_COLUMNS) {
        left = 0;
        top = l->top + l->rows;
    }
    int room = LINES - FOOT_ROWS - top;
    struct lines lines = lines_cut(view->panel.data ? view->panel.data : "", view->panel.length);
    int first = view->panel_shows_end && lines.count > room ? lines.count - room : 0;
    for (int i = 0; i < room && first + i < lines.count; i++)
        put(top + i, left, lines.line[first + i].start, COLS - left);
    lines_free(&lines);
}

void view_draw(struct view *view)
{
    erase();
    if (is_too_small()) {
        char words[120];
        snprintf(words, sizeof words, "This needs a terminal of %d x %d; it has %d x %d.",
                 LEAST_COLUMNS, LEAST_ROWS, COLS, LINES);
        put_words(words);
        view->layout = (struct layout){.cell = 2};
    } else {
        view->layout = lay_out(view);
        attrset((int)A_BOLD);
        put_text(0, &view->title);
        attrset(A_NORMAL);
        put_text(1, &view->score);
        draw_board(view);
        draw_panel(view);
        put_message(view->message.data ? view->message.data : "");
        put_text(LINES - 1, &view->keys);
    }
    refresh();
}

void view_free(struct view *view)
{
    text_free(&view->title);
    text_free(&view->score);
    text_free(&view->message);
    text_free(&view->keys);
    text_free(&view->panel);
}

bool view_square_at(const struct view *view, int row, int column, struct square *square)
{
    const struct layout *l = &view->layout;
    if (row < l->top || row >= l->top + l->rows || column < l->left ||
        column >= l->left + l->columns * l->cell)
        return false;
    *square = (struct square){l->first.row + row - l->top,
                              l->first.column + (column - l->left) / l->cell};
    return true;
}

bool view_move_cursor(struct view *view, int key)
{
    int last_row = view->picture.rows - 1, last_column = view->picture.columns - 1;
    int row = view->cursor.row, column = view->cursor.column;
    switch (key) {
    case KEY_CODE_UP: row--; break;
    case KEY_CODE_DOWN: row++; break;
    case KEY_CODE_LEFT: column--; break;
    case KEY_CODE_RIGHT: column++; break;
    default: return false;
    }
    view->cursor.row = row < 0 ? 0 : least(row, last_row);
    view->cursor.column = column < 0 ? 0 : least(column, last_column);
    return true;
}

/* Splits the text into lines that fit the terminal. */
static struct lines fitted(const char *text)
{
    struct text out = {0};
    fit_text(text, COLS > 2 ? COLS - 1 : 1, &out);
    struct lines lines = lines_cut(out.data ? out.data : "", out.length);
    text_free(&out);
    return lines;
}

void terminal_read_out(const char *text)
{
    for (int first = 0;;) {
        struct lines lines = fitted(text); /* again: the terminal may have been resized */
        int room = LINES > 1 ? LINES - 1 : 1;
        bool more = first + room < lines.count;
        erase();
        for (int i = 0; i < room && first + i < lines.count; i++)
            put(i, 0, lines.line[first + i].start, COLS);
        put(LINES - 1, 0, more ? "Any key: more" : "Any key: back", COLS - 1);
        refresh();
        lines_free(&lines);
        struct event event = terminal_wait(1000);
        bool pressed = event.kind == EVENT_KEY || event.kind == EVENT_CLICK;
        if (event.kind == EVENT_CLOSED || (pressed && !more) || event.key == KEY_CODE_INTERRUPT)
            return;
        if (pressed)
            first += room;
    }
}
