/* text.c - Halma's position file and picture
 *
 *     SINGLE        or GAME
 *     WHITE         or BLACK: who is to move
 *     100.0         seconds
 *     BBBBB...      16 rows of 16 cells
 *
 * The course's own boards went through a typesetter that made one character of three dots; it is
 * read as three dots anywhere. It also joined lines at times: that is a fault, which a salvaging
 * reader mends like others.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/halma/book.h"
#include "games/halma/halma.h"

enum {
    CELLS_MAX = 1024,   /* of one line that are looked at; a whole board is 256 */
    ROW_CELLS_MIN = 8,  /* a line with this many cells is a row even if it is garbled */
    BOARD_ROWS_MIN = 10 /* a file with this many proper lines of cells is a board of ours */
};

static const char *const mode_word[2] = {"GAME", "SINGLE"};
static const char *const side_word[2] = {"BLACK", "WHITE"};

struct reader {
    const struct lines *lines;
    struct notes *notes;
    int at; /* first line not yet read */
    int mode, side;
    double seconds;
    int rows;
    char cell[HALMA_EDGE][HALMA_EDGE];
};

/* The line with each ellipsis as three dots; returns the number of characters. */
static int expand(struct line line, char out[CELLS_MAX])
{
    int count = 0;
    for (int i = 0; i < line.length && count + 3 <= CELLS_MAX; i++) {
        if (strncmp(line.start + i, "\xe2\x80\xa6", 3) == 0) {
            for (int dots = 0; dots < 3; dots++)
                out[count++] = '.';
            i += 2;
        } else {
            out[count++] = line.start[i];
        }
    }
    return count;
}

static int count_cells(const char *text, int length)
{
    int cells = 0;
    for (int i = 0; i < length; i++)
        cells += text[i] == 'W' || text[i] == 'B' || text[i] == '.';
    return cells;
}

static bool recognise(const struct lines *lines)
{
    int first = 0, proper = 0;
    while (first < lines->count && lines_at(lines, first).length == 0)
        first++;
    for (int i = 0; i < 2; i++)
        if (strcmp(lines_at(lines, first).start, mode_word[i]) == 0)
            return true;
    for (int i = first; i < lines->count; i++) {
        char text[CELLS_MAX];
        int length = expand(lines_at(lines, i), text);
        proper += length > 0 && count_cells(text, length) == length;
    }
    return proper >= BOARD_ROWS_MIN;
}

/* Expects one of two words in the next line. */
static bool read_word(struct reader *r, const char *const word[2], int *choice)
{
    struct line line = lines_at(r->lines, r->at++);
    char quote[64];
    for (int i = 0; i < 2; i++)
        if (strcmp(line.start, word[i]) == 0) {
            *choice = i;
            return true;
        }
    return notes_fault(r->notes, r->at, "expected %s or %s, found %s", word[0], word[1],
                       line_quote(line, quote));
}

static bool read_time(struct reader *r)
{
    struct line line = lines_at(r->lines, r->at++);
    char quote[64];
    if (line_number(line, &r->seconds) && r->seconds > 0)
        return true;
    return notes_fault(r->notes, r->at, "expected a positive number of seconds, found %s",
                       line_quote(line, quote));
}

static bool mentions(const char *text, const char *word)
{
    for (; *text; text++) {
        int i = 0;
        while (word[i] && toupper((unsigned char)text[i]) == word[i])
            i++;
        if (!word[i])
            return true;
    }
    return false;
}

/* Finds what a faulty header still tells, in whatever order, before the first row of the board. */
static void rescue_header(struct reader *r)
{
    r->mode = r->side = 0;
    r->seconds = -1;
    for (r->at = 0; r->at < r->lines->count; r->at++) {
        struct line line = lines_at(r->lines, r->at);
        char cells[CELLS_MAX];
        if (count_cells(cells, expand(line, cells)) >= ROW_CELLS_MIN)
            return;
        r->mode |= mentions(line.start, mode_word[1]);
        r->side |= mentions(line.start, side_word[1]);
        for (const char *p = line.start; *p && r->seconds < 0;) {
            char *end;
            double value = strtod(p, &end);
            if (end != p && isfinite(value) && (*end == 0 || isspace((unsigned char)*end)))
                r->seconds = value > 0 ? value : 0;
            while (*p && !isspace((unsigned char)*p))
                p++;
            while (isspace((unsigned char)*p))
                p++;
        }
    }
}

static bool read_header(struct reader *r)
{
    const int faults = r->notes->faults;
    if (!read_word(r, mode_word, &r->mode) || !read_word(r, side_word, &r->side) || !read_time(r))
        return false;
    if (r->notes->faults > faults)
        rescue_header(r);
    return true;
}

static void take_row(struct reader *r, const char *text, int length)
{
    for (int x = 0; x < length && x < HALMA_EDGE; x++) {
        char cell = (char)toupper((unsigned char)text[x]);
        r->cell[r->rows][x] = cell == 'W' || cell == 'B' ? cell : '.';
    }
    r->rows++;
}

/* Takes the rows that a faulty line can be meant for: none, a short one, or several joined. */
static void rescue_rows(struct reader *r, const char *text, int length)
{
    if (length != HALMA_EDGE && count_cells(text, length) == 0)
        return;
    if (length > HALMA_EDGE && count_cells(text, length) == HALMA_EDGE) { /* blanks between cells */
        char cells[HALMA_EDGE];
        for (int i = 0, used = 0; i < length; i++)
            if (count_cells(text + i, 1) == 1)
                cells[used++] = text[i];
        take_row(r, cells, HALMA_EDGE);
        return;
    }
    int at = 0;
    while (r->rows < HALMA_EDGE && (at == 0 || length - at >= HALMA_EDGE)) {
        int rest = length - at;
        take_row(r, text + at, rest < HALMA_EDGE ? rest : HALMA_EDGE);
        at += HALMA_EDGE;
        while (at < length && isspace((unsigned char)text[at]))
            at++;
    }
}

static bool read_rows(struct reader *r)
{
    char text[CELLS_MAX], quote[64];
    memset(r->cell, '.', sizeof r->cell);
    for (; r->at < r->lines->count; r->at++) {
        struct line line = lines_at(r->lines, r->at);
        if (r->rows == HALMA_EDGE)
            return notes_fault(r->notes, r->at + 1, "expected nothing after 16 rows, found %s",
                               line_quote(line, quote));
        int length = expand(line, text);
        if (length == HALMA_EDGE && count_cells(text, length) == length) {
            take_row(r, text, length);
            continue;
        }
        if (!notes_fault(r->notes, r->at + 1, "expected 16 of the cells W, B and ., found %s",
                         line_quote(line, quote)))
            return false;
        rescue_rows(r, text, length);
    }
    return r->rows == HALMA_EDGE ||
           notes_fault(r->notes, r->at + 1, "expected 16 rows, found %d", r->rows);
}

static void put_pieces(const struct reader *r, struct halma *p)
{
    for (unsigned square = 0; square < HALMA_SQUARES; square++) {
        char cell = r->cell[halma_y(square)][halma_x(square)];
        if (cell != '.')
            p->piece[cell == 'W'] |= board16_square(square);
    }
}

static struct problem *read_problem(const struct lines *lines, const char *variant,
                                    struct notes *notes)
{
    struct reader r = {.lines = lines, .notes = notes, .seconds = -1};
    int index = game_variant(&game_halma, variant);
    if (index < 0) {
        if (!notes_fault(notes, 0, "rules: expected default or addendum, found \"%s\"", variant))
            return NULL;
        index = 0;
    }
    if (!read_header(&r) || !read_rows(&r) || r.rows == 0)
        return NULL;

    struct problem *problem = halma_problem(index);
    struct halma *p = (struct halma *)problem->position;
    problem->single = r.mode == 1;
    problem->seconds = r.seconds;
    p->head.side = (uint8_t)r.side;
    put_pieces(&r, p);
    halma_settle(p);
    int black = board16_count(p->piece[0]), white = board16_count(p->piece[1]);
    if ((black != HALMA_PIECES || white != HALMA_PIECES) &&
        !notes_fault(notes, 0, "expected 19 W and 19 B, found %d and %d", white, black)) {
        problem_free(problem);
        return NULL;
    }
    /* Who salvages is asked for a move and had better make one, whatever the board says. */
    if (!notes->salvage && halma_has_won(p, 1 - r.side)) {
        p->head.over = true;
        p->head.score[1 - r.side] = 1;
    }
    return problem;
}

static struct problem *create(const struct setup *setup, struct notes *notes)
{
    const int variant = game_variant(&game_halma, setup->variant);
    if (setup->size != 0 && setup->size != -1 && setup->size != HALMA_EDGE) {
        notes_fault(notes, 0, "size: expected 16, found %d", setup->size);
        return NULL;
    }
    if (variant < 0) {
        notes_fault(notes, 0, "rules: expected default or addendum, found \"%s\"", setup->variant);
        return NULL;
    }
    struct problem *problem = halma_problem(variant);
    struct halma *p = (struct halma *)problem->position;
    p->piece[0] = halma_camp[0];
    p->piece[1] = halma_camp[1];
    p->head.side = (uint8_t)setup->opener;
    halma_settle(p);
    return problem;
}

/* The course asks for a positive time, so an unknown one becomes what it names as usual. */
static void write_problem(const struct position *head, double seconds, bool single,
                          struct text *text)
{
    const struct halma *p = halma_of(head);
    if (!(seconds >= 0))
        seconds = single ? 30 : game_halma.game_seconds;
    text_add(text, "%s\n%s\n", mode_word[single], side_word[head->side]);
    text_add(text, "%.*f\n", seconds < 0.001 ? 9 : 3, seconds < 1e-9 ? 1e-9 : seconds);
    for (unsigned square = 0; square < HALMA_SQUARES; square++)
        text_add(text, halma_x(square) == HALMA_EDGE - 1 ? "%c\n" : "%c", halma_glyph(p, square));
}

static void draw(const struct position *head, struct picture *picture)
{
    const struct halma *p = halma_of(head);
    picture->rows = picture->columns = HALMA_EDGE;
    picture->names = NAMES_COLUMN_ROW;
    for (unsigned square = 0; square < HALMA_SQUARES; square++) {
        char glyph = halma_glyph(p, square);
        enum paint ground = board16_has(&halma_camp[0], square)   ? PAINT_CAMP_FIRST
                            : board16_has(&halma_camp[1], square) ? PAINT_CAMP_SECOND
                                                                  : PAINT_EMPTY;
        enum paint paint = glyph == 'B' ? PAINT_FIRST : glyph == 'W' ? PAINT_SECOND : ground;
        unsigned row = halma_y(square), column = halma_x(square);
        picture->cell[row][column].glyph = glyph;
        picture->cell[row][column].paint = (uint8_t)paint;
        picture->cell[row][column].ground = (uint8_t)ground;
    }
}

static const struct variant variants[] = {
    {"default", "as the course says", false},
    [HALMA_ADDENDUM] = {"addendum", "with the later addendum", false},
    {0},
};

const struct game game_halma = {
    .name = "halma",
    .title = "Halma",
    .sides = {"black", "white"},
    .legend =
        "B is black, going from the top left corner to the bottom right one; W is white, going the\n"
        "other way. A move names from and to as x,y from 0, columns first: 4,1-5,1.\n",
    .goal = "Bring all your pieces to the opposite corner. Step, or jump over pieces in chains.",
    .variants = variants,
    .size_min = HALMA_EDGE,
    .size_max = HALMA_EDGE,
    .size_default = HALMA_EDGE,
    .unit = HALMA_UNIT, /* a move's lead */
    .win_bonus = HALMA_WIN,
    .pays = false,
    .draws = {.repetition_limit = 5, .ply_limit = 400, .win_value = HALMA_WIN},
    .clock = CLOCK_CPU,
    .game_seconds = 300,
    .playing = &halma_playing,
    .facts = &halma_facts,
    .tuning = &halma_tuning,
    .looks = &halma_looks,
    .course = &halma_course,
    .lessons = halma_lessons,
    .reducing = &halma_reducing,
    .create = create,
    .recognise = recognise,
    .read = read_problem,
    .write = write_problem,
    .move_name = halma_move_name,
    .move_parse = halma_move_parse,
    .answer_write = halma_answer_write,
    .answer_read = halma_answer_read,
    .draw = draw,
};
