/* course.c - how the course runs Fruit Rage: its matches, what it grades, where programs trip */
#include "game/course.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/fruit/fruit.h"

/* --- matches --- */

static const struct convention convention = {
    .games = 11,
    .best_of = true,
    .time_decides = true,
    .replay_level = true,
    .words =
        "best of 11 on random boards, 300 s of CPU a side and game. A level game goes to the side "
        "with more time left; with equal times it is played again elsewhere.",
};

/* --- grading --- */

/* Boards from the smallest to the largest, full and half empty; times as late in a game. */
static void vary(const struct setup *wanted, uint64_t seed, struct syllabus_case *c)
{
    static const struct {
        int size, kinds, plies;
    } boards[] = {{10, 4, 0}, {2, 3, 0},  {3, 1, 0},   {3, 2, 2},   {3, 9, 0},
                  {1, 1, 0},  {5, 2, 3},  {6, 4, 0},   {8, 3, 10},  {10, 4, 20},
                  {26, 9, 0}, {4, 9, 12}, {7, 5, 8},   {12, 6, 0},  {15, 4, 30},
                  {16, 9, 0}, {17, 3, 0}, {20, 5, 40}, {26, 2, 10}, {26, 4, 60},
                  {9, 9, 60}, {11, 7, 0}, {13, 8, 50}, {14, 2, 5},  {26, 9, 250}};
    static const double part_of_time[] = {1.0 / 60, 1.0 / 300, 1.0 / 30, 1.0 / 150, 1.0 / 20};
    (void)wanted;
    if (c->opponent) {
        c->first = (int)(hash64(seed + (uint64_t)c->part) & 1) ^ ((c->number - 1) & 1);
        return;
    }
    c->setup.size = CASE_ROW(boards, c->number).size;
    c->setup.option[FRUIT_KINDS] = CASE_ROW(boards, c->number).kinds;
    c->plies = CASE_ROW(boards, c->number).plies;
    c->seconds *= CASE_ROW(part_of_time, c->number);
}

static const struct grading grading = {
    .time = 300,
    .part = {{"positions", "single positions", NULL, 25, 25, SCORING_EACH, false},
             {"random", "majority of games against random", "random", 11, 25, SCORING_MAJORITY,
              false},
             {"minimax", "majority of games against minimax of depth 3", "minimax:depth=3", 11, 50,
              SCORING_MAJORITY, false}},
    .given_move = {"positions", "given positions", NULL, 0, 0, SCORING_EACH, false},
    .fill_case = vary,
    .words = "25 single positions, 1 point each; the majority of 11 games against random, 25; the "
             "majority of 11 games against minimax of depth 3, 50. 300 s a game.",
};

/* --- traps --- */

#define EXAMPLE                                                                \
    "10\n4\n5.0\n3102322310\n0121232013\n3021111113\n0221031132\n0230011012\n" \
    "0323321010\n2003022012\n2202200021\n0130000020\n2200022231\n"

#define EMPTY_ROW       "**************************\n"
#define FIVE_EMPTY_ROWS EMPTY_ROW EMPTY_ROW EMPTY_ROW EMPTY_ROW EMPTY_ROW

static const struct trap traps[] = {
    {"plain", "the text's own example, 10 x 10",
     "the format: a letter and a row number from 1 at the top, then the board after gravity",
     .text = EXAMPLE},
    {"crlf", "input.txt with CRLF line ends",
     "reading lines: drop a \\r at their end, or read cells one by one", .form = FORM_CRLF,
     .text = EXAMPLE},
    {"newline", "input.txt without a newline at its end",
     "reading lines: the last one may end with the file", .form = FORM_NO_NEWLINE, .text = EXAMPLE},
    {"blanks", "blanks at the ends of lines", "reading lines: strip them on the right",
     .form = FORM_BLANKS, .text = EXAMPLE},
    {"empty", "empty lines at the end of input.txt", "reading the board: stop after n rows",
     .form = FORM_EMPTY_LINES, .text = EXAMPLE},
    {"no-playdata", "the middle of a game without playdata.txt",
     "reading playdata.txt: it may be missing at any time",
     .text = "4\n9\n5.0\n****\n****\n**12\n*123\n"},
    {"tiny", "0.01 s left", "the clock: with next to no time write any legal move at once",
     .text = "3\n2\n0.01\n***\n*10\n000\n", .about_time = true},
    {"one-second", "1 s left on a 16 x 16 board", "the clock: stop the search in time",
     .setup = {.size = 16, .option = {5}, .seed = 3}, .seconds = 1, .about_time = true},
    {"whole-seconds", "the time without a point", "reading the time: it may look like an integer",
     .text = "2\n3\n5\n01\n21\n"},
    {"ten-kinds", "p = 10", "reading p: the text's own example says 10",
     .text = "3\n10\n7.24\n444\n444\n444\n"},
    {"high-digit", "a digit that is not below p",
     "arrays indexed by kind: make them 10 long whatever p is", .text = "2\n2\n5.0\n75\n57\n"},
    {"largest", "26 x 26", "the size of arrays, and row numbers with two digits",
     .setup = {.size = 26, .option = {9}, .seed = 11}, .seconds = 10},
    {"tiny-large", "0.2 s left on a full 26 x 26 board",
     "the clock: reading, one move and writing must fit; do not begin a search you cannot end",
     .setup = {.size = 26, .option = {9}, .seed = 7}, .seconds = 0.2, .about_time = true},
    {"one-kind", "26 x 26 of one kind", "recursion: a region may have 676 cells",
     .setup = {.size = 26, .option = {1}, .seed = 1}, .seconds = 10},
    {"corner", "26 x 26 with one fruit, in Z26",
     "the last column is Z, the last row 26; skip empty columns",
     .text = "26\n1\n5.0\n" FIVE_EMPTY_ROWS FIVE_EMPTY_ROWS FIVE_EMPTY_ROWS FIVE_EMPTY_ROWS
         FIVE_EMPTY_ROWS "*************************0\n"},
    {"smallest", "1 x 1", "boards with a single cell", .text = "1\n1\n5.0\n0\n"},
    {"last-fruit", "a single fruit left", "boards that are nearly empty: the search ends at once",
     .text = "3\n1\n257.2\n***\n***\n*0*\n"},
    {"nearly-empty", "two fruits left, in one column", "gravity under an empty top",
     .text = "4\n9\n5.0\n****\n****\n***8\n***0\n"},
    {"gravity", "a column that falls through a gap", "gravity: everything above falls, in order",
     .text = "4\n3\n5.0\n2***\n100*\n1110\n2220\n"},
    {"singles", "no two equal neighbours", "single fruits are moves too",
     .text = "4\n4\n5.0\n0101\n2323\n0101\n2323\n"},
    {"stale", "an old output.txt lies there", "writing: replace output.txt, do not append to it",
     .text = EXAMPLE, .stale_output = "A1\n**\n**\n"},
    {"playdata", "a damaged playdata.txt", "reading playdata.txt: ignore what is not yours",
     .text = EXAMPLE, .playdata = "\x01\xff garbage\n\n-1"},
    {"calibration", "a damaged calibration.txt",
     "reading calibration.txt: fall back to a guess if it is not sound", .text = EXAMPLE,
     .calibration = "nan\n-5 x\n"},
    {"uncalibrated", "no calibration.txt", "reading calibration.txt: it may be missing",
     .text = EXAMPLE, .uncalibrated = true},
    {"game", "a short game, moving first", "what is kept from move to move, and the clock",
     .setup = {.size = 5, .option = {3}, .seed = 5}, .seconds = 5, .game_plies = 100},
    {"game-second", "a short game, moving second", "the first board you see may have gaps",
     .setup = {.size = 5, .option = {4}, .seed = 6}, .seconds = 5, .game_plies = 100,
     .second = true},
    {0}};

/* --- mistakes --- */

struct cell {
    int column, row; /* from 1 */
};

/* Reads the first line in any spelling: case and what stands between do not matter. */
static bool read_cell(const struct lines *answer, struct cell *cell)
{
    const char *at = lines_at(answer, 0).start;
    while (*at && !isalpha((unsigned char)*at))
        at++;
    cell->column = *at ? toupper((unsigned char)*at) - 'A' + 1 : 0;
    while (*at && !isdigit((unsigned char)*at))
        at++;
    long row;
    if (cell->column == 0 || !string_integer(&at, 0, 1000, &row))
        return false;
    cell->row = (int)row;
    return true;
}

static void write_cell(struct cell cell, const struct lines *answer, struct text *out)
{
    text_add(out, "%c%d\n", 'A' + cell.column - 1, cell.row);
    for (int i = 1; i < answer->count; i++)
        text_add(out, "%s\n", lines_at(answer, i).start);
}

static bool mend_spelling(const struct position *p, const struct lines *answer, struct text *out)
{
    struct cell cell;
    (void)p;
    if (!read_cell(answer, &cell))
        return false;
    write_cell(cell, answer, out);
    return true;
}

static bool mend_bottom(const struct position *p, const struct lines *answer, struct text *out)
{
    struct cell cell;
    if (!read_cell(answer, &cell))
        return false;
    write_cell((struct cell){cell.column, p->world->size + 1 - cell.row}, answer, out);
    return true;
}

static bool mend_row_zero(const struct position *p, const struct lines *answer, struct text *out)
{
    struct cell cell;
    (void)p;
    if (!read_cell(answer, &cell))
        return false;
    write_cell((struct cell){cell.column, cell.row + 1}, answer, out);
    return true;
}

static bool mend_exchanged_cell(const struct position *p, const struct lines *answer,
                                struct text *out)
{
    struct cell cell;
    if (!read_cell(answer, &cell) || cell.row > p->world->size)
        return false;
    write_cell((struct cell){cell.row, cell.column}, answer, out);
    return true;
}

/* Lets what the answer shows fall down. */
static bool mend_gravity(const struct position *p, const struct lines *answer, struct text *out)
{
    int size = p->world->size;
    char board[FRUIT_EDGE][FRUIT_EDGE + 1];
    memset(board, 0, sizeof board);
    if (answer->count != size + 1)
        return false;
    for (int row = 0; row < size; row++)
        if (lines_at(answer, row + 1).length != size)
            return false;
    for (int column = 0; column < size; column++) {
        int to = size - 1;
        for (int row = size - 1; row >= 0; row--)
            if (lines_at(answer, row + 1).start[column] != '*')
                board[to--][column] = lines_at(answer, row + 1).start[column];
        while (to >= 0)
            board[to--][column] = '*';
    }
    text_add(out, "%s\n", lines_at(answer, 0).start);
    for (int row = 0; row < size; row++)
        text_add(out, "%s\n", board[row]);
    return true;
}

static bool mend_separated(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    for (int i = 0; i < answer->count; i++) {
        for (const char *at = lines_at(answer, i).start; *at; at++)
            if (!strchr(" \t,|[]'\"", *at))
                text_add_bytes(out, at, 1);
        text_add(out, "\n");
    }
    return true;
}

/* Puts the right board in the place of whatever follows the move. */
static bool mend_whole_board(const struct position *p, const struct lines *answer, struct text *out)
{
    struct notes ignored = {0};
    unsigned code;
    if (!p->world->game->move_parse(p, lines_at(answer, 0).start, &code, &ignored))
        return false;
    p->world->game->answer_write(p, code, out);
    return true;
}

static bool mend_missing_board(const struct position *p, const struct lines *answer,
                               struct text *out)
{
    return answer->count == 1 && mend_whole_board(p, answer, out);
}

/* Is it the board before the move? The position file ends with it. */
static bool mend_old_board(const struct position *p, const struct lines *answer, struct text *out)
{
    struct text file = {0};
    p->world->game->write(p, 1, false, &file);
    struct lines now = lines_cut(file.data, file.length);
    int size = p->world->size;
    bool same = answer->count == size + 1 && now.count >= size;
    for (int i = 0; same && i < size; i++)
        same = strcmp(lines_at(answer, i + 1).start, lines_at(&now, now.count - size + i).start) ==
               0;
    lines_free(&now);
    text_free(&file);
    return same && mend_whole_board(p, answer, out);
}

static const struct mistake mistakes[] = {
    {"the move is not spelt exactly: a capital letter directly followed by a number",
     mend_spelling},
    {"rows are counted from the bottom; 1 is the top row", mend_bottom},
    {"rows are counted from 0; the top row is 1", mend_row_zero},
    {"row and column are exchanged; the letter is the column", mend_exchanged_cell},
    {"the board was written before gravity: fruits hang above empty cells", mend_gravity},
    {"the board is still the one before the move", mend_old_board},
    {"the board after the move is missing", mend_missing_board},
    {"the rows of the board have marks between the cells; there must be none", mend_separated},
    {NULL, NULL}};

/* --- all of it --- */

/* homework.py is Python 2 and homework3.py Python 3; homework.cpp, homework11.cpp, homework.java.
 */
static const char *const stems[] = {"homework", NULL};
static const struct naming naming = {stems, "calibrate", .python2 = true};

/* playdata.txt is allowed by a later sheet of the same course. */
static const char *const files[] = {"input.txt", "output.txt", "playdata.txt", "calibration.txt",
                                    NULL};

/* --- opponents and positions --- */

static const struct level_row levels[LEVELS] = {
    {LEVEL_WEAK("depth=1,sight=5"), -1362}, {LEVEL_WEAK("depth=1,sight=12"), -1089},
    {LEVEL_WEAK("depth=1,sight=20"), -915}, {LEVEL_WEAK("depth=1,sight=32"), -670},
    {LEVEL_WEAK("depth=1,sight=55"), -381}, {LEVEL_WEAK("depth=2,sight=90"), -82},
    {LEVEL_STRONG("nodes=2000"), -12},      {LEVEL_FULL, 0},
};

static const struct bench_row bench[] = {
    {{.size = 10, .option = {4}, .seed = 1}, 0, 10},
    {{.size = 10, .option = {4}, .seed = 2}, 12, 12},
    {{.size = 8, .option = {5}, .seed = 3}, 10, 12},
    {{.size = 16, .option = {5}, .seed = 4}, 20, 7},
    {{.size = 26, .option = {9}, .seed = 5}, 40, 5},
    {.depth = 0},
};

static const struct demo_row demo = {{.size = 8, .option = {4}, .seed = 7}, "minimax:depth=3"};

const struct course fruit_course = {
    .convention = &convention,
    .grading = &grading,
    .traps = traps,
    .mistakes = mistakes,
    .naming = &naming,
    .files = files,
    .levels = levels,
    .level_games = 200,
    .bench = bench,
    .demo = &demo,
};
