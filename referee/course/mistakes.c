#include "referee/course/mistakes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the answer without the mistake; false if the mistake cannot be in it. */
typedef bool mend(const struct position *, const struct lines *, struct text *out);

struct mistake {
    const char *what;
    mend *mend;
};

/* --- answers with a board: a letter, a number, rows --- */

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
    cell->row = atoi(at);
    return cell->column > 0 && *at;
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
    char board[BOARD_MAX][BOARD_MAX + 1];
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

/* --- answers of numbers --- */

enum { NUMBERS_MAX = 400 };

/* Writes the answer with its numbers made new ones by a rule. */
static bool renumber(const struct lines *answer, int (*rule)(const int *number, int index),
                     struct text *out)
{
    int number[NUMBERS_MAX + 1] = {0}, count = 0, written = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < answer->count; i++) {
            for (const char *at = lines_at(answer, i).start; *at;) {
                char *end = (char *)at;
                long value = isdigit((unsigned char)*at) ? strtol(at, &end, 10) : 0;
                if (end > at && pass == 0 && count < NUMBERS_MAX)
                    number[count++] = (int)(value < 1000 ? value : 1000);
                else if (end > at && written < count)
                    text_add(out, "%d", rule(number, written++));
                else if (pass == 1)
                    text_add_bytes(out, at, 1);
                at = end > at ? end : at + 1;
            }
            if (pass == 1)
                text_add(out, "\n");
        }
    return count > 0 && count % 2 == 0;
}

static int exchanged(const int *number, int index)
{
    return number[index ^ 1];
}

static int one_less(const int *number, int index)
{
    return number[index] - 1;
}

static bool mend_exchanged(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    return renumber(answer, exchanged, out);
}

static bool mend_from_one(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    return renumber(answer, one_less, out);
}

/* Two numbers, whatever else there is. */
static bool mend_two_numbers(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    int written = 0;
    for (int i = 0; i < answer->count; i++)
        for (const char *at = lines_at(answer, i).start; *at; at++) {
            bool digit = isdigit((unsigned char)*at);
            if (digit && !isdigit((unsigned char)(at > lines_at(answer, i).start ? at[-1] : 0)))
                text_add(out, "%s", written++ ? " " : "");
            if (digit)
                text_add_bytes(out, at, 1);
        }
    text_add(out, "\n");
    return written == 2;
}

/* Steps and jumps taken for each other. */
static bool mend_kind(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    for (int i = 0; i < answer->count; i++) {
        char kind = lines_at(answer, i).start[0];
        if (kind != 'E' && kind != 'J')
            return false;
        text_add(out, "%c%s\n", kind == 'E' ? 'J' : 'E', lines_at(answer, i).start + 1);
    }
    return true;
}

/* A whole chain on one line: J a b c, or J a b J b c. */
static bool mend_joined(const struct position *p, const struct lines *answer, struct text *out)
{
    int x, y, last_x = 0, last_y = 0, stops = 0, used;
    (void)p;
    for (const char *at = lines_at(answer, 0).start; *at;) {
        if (sscanf(at, "%d,%d%n", &x, &y, &used) != 2) {
            at++;
            continue;
        }
        at += used;
        if (stops > 0 && (x != last_x || y != last_y))
            text_add(out, "J %d,%d %d,%d\n", last_x, last_y, x, y);
        last_x = x;
        last_y = y;
        stops++;
    }
    return answer->count == 1 && stops > 2;
}

/* Moves with numbers between anything: E (1,2) -> (2,2). */
static bool mend_marks(const struct position *p, const struct lines *answer, struct text *out)
{
    (void)p;
    for (int i = 0; i < answer->count; i++) {
        int number[4], count = 0;
        const char *start = lines_at(answer, i).start;
        for (const char *at = start; *at && count < 4;) {
            char *end = (char *)at;
            if (isdigit((unsigned char)*at))
                number[count++] = (int)strtol(at, &end, 10);
            at = end > at ? end : at + 1;
        }
        if (count != 4)
            return false;
        text_add(out, "%c %d,%d %d,%d\n", toupper((unsigned char)start[0]), number[0], number[1],
                 number[2], number[3]);
    }
    return true;
}

/* --- which of them it is --- */

static const struct mistake fruit_mistakes[] = {
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

static const struct mistake square_mistakes[] = {
    {"row and column are exchanged", mend_exchanged},
    {"rows and columns are counted from 1; they begin with 0", mend_from_one},
    {"there is more than two numbers with a blank between them", mend_two_numbers},
    {NULL, NULL}};

static const struct mistake halma_mistakes[] = {
    {"x and y are exchanged; x runs to the right and comes first", mend_exchanged},
    {"coordinates are counted from 1; they begin with 0", mend_from_one},
    {"E and J are exchanged; E is a step to a neighbour, J a jump", mend_kind},
    {"the whole chain stands on one line; each jump has a line of its own", mend_joined},
    {"the move is not spelt exactly: E or J, a blank, x,y, a blank, x,y", mend_marks},
    {NULL, NULL}};

static const struct {
    const char *game;
    const struct mistake *mistakes;
} lists[] = {{"fruit", fruit_mistakes},
             {"halma", halma_mistakes},
             {"laser", square_mistakes},
             {"reversi", square_mistakes}};

static bool is_right(const struct position *p, const struct text *answer)
{
    struct lines lines = lines_cut(answer->data ? answer->data : "", answer->length);
    struct notes ignored = {0};
    unsigned code;
    bool right = p->world->game->answer_read(p, &lines, &code, &ignored);
    lines_free(&lines);
    return right;
}

static const struct mistake *mistakes_of(const struct game *game)
{
    static const struct mistake none[] = {{NULL, NULL}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].game, game->name) == 0)
            return lists[i].mistakes;
    return none;
}

/* The answer's lines, in the order that the game's own answers have. */
static struct lines lines_of(const struct text *answer, bool column_row)
{
    struct lines given = lines_cut(answer->data ? answer->data : "", answer->length);
    if (!column_row)
        return given;
    struct text text = {0};
    renumber(&given, exchanged, &text);
    struct lines lines = lines_cut(text.data ? text.data : "", text.length);
    lines_free(&given);
    text_free(&text);
    return lines;
}

const char *mistake_in(const struct position *p, const struct text *answer, bool column_row,
                       unsigned ruled_out)
{
    struct lines lines = lines_of(answer, column_row);
    const struct mistake *m = mistakes_of(p->world->game);
    const char *what = NULL;
    for (int i = 0; lines.count > 0 && m[i].what && !what; i++) {
        struct text mended = {0};
        if (!(ruled_out & 1u << i) && m[i].mend(p, &lines, &mended) && is_right(p, &mended))
            what = m[i].what;
        text_free(&mended);
    }
    lines_free(&lines);
    return what;
}

unsigned mistakes_ruled_out(const struct position *p, const struct text *answer, bool column_row)
{
    struct lines lines = lines_of(answer, column_row);
    const struct mistake *m = mistakes_of(p->world->game);
    unsigned ruled_out = 0;
    for (int i = 0; lines.count > 0 && m[i].what; i++) {
        struct text mended = {0};
        if (m[i].mend(p, &lines, &mended) && !is_right(p, &mended))
            ruled_out |= 1u << i;
        text_free(&mended);
    }
    lines_free(&lines);
    return ruled_out;
}

const char *oddity_in(const struct text *answer)
{
    const char *data = answer->data ? answer->data : "";
    size_t length = answer->length;
    if (memchr(data, '\r', length))
        return "lines end with \\r\\n; the text wants \\n alone";
    if (length > 0 && data[length - 1] != '\n')
        return "the last line does not end with a newline";
    if (strstr(data, " \n") || strstr(data, "\t\n"))
        return "there are blanks at the end of a line";
    if (strstr(data, "\n\n"))
        return "there are empty lines";
    return NULL;
}
