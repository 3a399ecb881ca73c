/* read.c - the position file of Fruit Rage
 *
 *      n                    1 to 26
 *      p                    kinds of fruit, 1 to 9; the source's own example has 10
 *      remaining seconds    a positive number
 *      n rows of n cells    a digit or '*'
 *
 * The strict reader stops at the first fault. The salvaging one is to play on whatever board can be
 * made out, so it does not rely on the header: it looks for the rows, reads cells leniently, and
 * lets n be what the board says if the board is clear about it.
 */
#include <string.h>

#include "games/fruit/fruit.h"

enum { HEADER = 3 }; /* lines before the board */

static bool is_cell(char c)
{
    return c == '*' || (c >= '0' && c <= '9');
}

static uint8_t cell_of(char c)
{
    return c == '*' ? FRUIT_EMPTY : (uint8_t)(c - '0' + 1);
}

/* True if the line is nothing but cells, a number of digits alone included. */
static bool is_row(struct line line)
{
    for (int i = 0; i < line.length; i++)
        if (!is_cell(line.start[i]))
            return false;
    return line.length > 0;
}

/* --- which game is it? --- */

/* True for a row, perhaps with some damage, that no board of digits from 0 to 3 would show. */
static bool is_fruity(struct line line)
{
    int cells = 0, telling = 0;
    for (int i = 0; i < line.length; i++) {
        cells += is_cell(line.start[i]);
        telling += line.start[i] == '*' || (line.start[i] >= '4' && line.start[i] <= '9');
    }
    bool is_star = line.length == 1 && line.start[0] == '*';
    return is_star || (line.length >= 2 && line.length <= 4 * FRUIT_EDGE && telling > 0 &&
                       2 * cells >= line.length && !strchr(line.start, '.'));
}

/* How many of the lines are rows of this many cells or more. */
static int count_rows(const struct lines *lines, int length)
{
    int count = 0;
    for (int i = 0; i < lines->count; i++)
        count += is_row(lines->line[i]) && lines->line[i].length >= length;
    return count;
}

/* What is left of our header when one of its lines is lost: a lone small number before the rows, or
 * a number with a point among the first lines. Laser Checkmate's rows all have one length. */
static bool has_header_left(const struct lines *lines)
{
    long p;
    double seconds;
    struct line second = lines_at(lines, 1);
    if (line_integer(second, 1, FRUIT_KINDS_MAX, &p) && second.length <= 2 &&
        lines_at(lines, HEADER).length > 2)
        return true;
    for (int i = 1; i < HEADER; i++)
        if (strchr(lines_at(lines, i).start, '.') && line_number(lines_at(lines, i), &seconds))
            return true;
    return false;
}

/* Laser Checkmate's file has a number and rows of digits from 0 to 3, so its rows may look like our
 * header; but then there are too few lines, or the second line is too long. */
bool fruit_recognise(const struct lines *lines)
{
    long n, p;
    double seconds;
    struct line second = lines_at(lines, 1);
    if (line_integer(lines_at(lines, 0), 1, FRUIT_EDGE, &n) &&
        line_integer(second, 1, FRUIT_KINDS_MAX, &p) && line_number(lines_at(lines, 2), &seconds) &&
        second.length <= 2 && (lines->count >= HEADER + n || n > 2))
        return true;
    bool has_star = false;
    for (int i = 0; i < lines->count; i++)
        has_star = has_star || strchr(lines->line[i].start, '*');
    if (!has_star && line_integer(lines_at(lines, 0), 3, FRUIT_EDGE, &n) && second.length == n)
        return false; /* the shape of Laser Checkmate, whatever its digits */
    if (count_rows(lines, 1) * 2 < lines->count) /* hardly a board at all */
        return false;
    if (count_rows(lines, 3) >= 2 && has_header_left(lines))
        return true;
    for (int i = 1; i < lines->count; i++)
        if (is_fruity(lines_at(lines, i)))
            return true;
    return false;
}

/* --- the strict reader's and the salvaging reader's common part --- */

struct reading {
    const struct lines *lines;
    struct notes *notes;
    long n, p;           /* 0: not to be made out */
    double seconds;      /* below 0 likewise */
    int row[FRUIT_EDGE]; /* indices of the lines that hold the board */
    struct fruit_grid grid;
};

static bool read_header(struct reading *r)
{
    char quote[64];
    struct line line = lines_at(r->lines, 0);
    if (!line_integer(line, 1, FRUIT_EDGE, &r->n) &&
        !notes_fault(r->notes, 1, "expected a board size from 1 to %d, found %s", FRUIT_EDGE,
                     line_quote(line, quote)))
        return false;
    line = lines_at(r->lines, 1);
    if (!line_integer(line, 1, FRUIT_KINDS_MAX, &r->p) &&
        !notes_fault(r->notes, 2, "expected a number of kinds from 1 to %d, found %s",
                     FRUIT_KINDS_MAX, line_quote(line, quote)))
        return false;
    if (r->p == FRUIT_KINDS_MAX)
        notes_remark(r->notes, 2, "10 kinds of fruit, though the rules stop at 9");
    line = lines_at(r->lines, 2);
    bool is_number = line_number(line, &r->seconds);
    if (!is_number || r->seconds <= 0) {
        r->seconds = is_number ? 0 : -1;
        return notes_fault(r->notes, 3, "expected a positive number of seconds, found %s",
                           line_quote(line, quote));
    }
    return true;
}

/* Reads a row into the grid; blanks between cells are dropped when salvaging. */
static bool read_row(struct reading *r, int row)
{
    char quote[64];
    int index = r->row[row], column = 0;
    struct line line = lines_at(r->lines, index);
    if (line.length != r->n &&
        !notes_fault(r->notes, index + 1, "expected a row of %ld cells, found %d in %s", r->n,
                     line.length, line_quote(line, quote)))
        return false;
    bool faulty = false;
    for (int i = 0; i < line.length && column < r->n; i++) {
        char c = line.start[i];
        faulty = faulty || !is_cell(c);
        if (c != ' ' && c != '\t')
            r->grid.cell[row][column++] = is_cell(c) ? cell_of(c) : FRUIT_EMPTY;
    }
    return !faulty || notes_fault(r->notes, index + 1, "expected digits and '*', found %s",
                                  line_quote(line, quote));
}

static bool check_gravity(const struct reading *r)
{
    for (int row = 1; row < r->n; row++)
        for (int column = 0; column < r->n; column++)
            if (r->grid.cell[row][column] == FRUIT_EMPTY &&
                r->grid.cell[row - 1][column] != FRUIT_EMPTY)
                return notes_fault(
                    r->notes, r->row[row - 1] + 1,
                    "expected a board after gravity, found fruit above the empty cell %c%d",
                    'A' + column, row + 1);
    return true;
}

static void remark_kinds(const struct reading *r)
{
    for (int row = 0; row < r->n; row++)
        for (int column = 0; column < r->n; column++)
            if (r->p > 0 && r->grid.cell[row][column] > r->p) {
                notes_remark(r->notes, r->row[row] + 1,
                             "fruit %d at %c%d, though there are %ld kinds",
                             r->grid.cell[row][column] - 1, 'A' + column, row + 1, r->p);
                return;
            }
}

/* --- finding the rows --- */

static bool place_rows_strictly(struct reading *r)
{
    char quote[64];
    int end = HEADER + (int)r->n;
    for (int i = 0; i < r->n; i++)
        r->row[i] = HEADER + i;
    if (r->lines->count < end)
        return notes_fault(r->notes, r->lines->count + 1, "expected %ld rows, found %d", r->n,
                           r->lines->count > HEADER ? r->lines->count - HEADER : 0);
    if (r->lines->count > end)
        return notes_fault(r->notes, end + 1, "expected nothing after %ld rows, found %s", r->n,
                           line_quote(lines_at(r->lines, end), quote));
    return true;
}

/* Where the board begins: after the header, unless lines are missing and one of the header's is a
 * row. A short number in an otherwise sound header is rather the time. */
static int find_board(const struct reading *r)
{
    if (r->n == 0 && lines_at(r->lines, 0).length > 2 && is_row(lines_at(r->lines, 0)))
        return 0; /* no header at all */
    bool doubtful = r->p == 0 || r->seconds < 0 || r->n > 5;
    if (!doubtful || r->n <= 2 || r->lines->count >= HEADER + r->n)
        return HEADER;
    for (int i = 1; i < HEADER; i++)
        if (is_row(lines_at(r->lines, i)) && lines_at(r->lines, i).length == r->n)
            return i;
    return HEADER;
}

/* Takes the lines that are not empty for rows, and a number before them for the time. If they are
 * as many as all of them are long, that is the size, whatever the first line says. */
static bool place_rows_leniently(struct reading *r)
{
    int rows[FRUIT_EDGE], count = 0, longest = 0, start = find_board(r);
    bool square = true;
    if (start < HEADER &&
        (start <= 1 || !line_number(lines_at(r->lines, start - 1), &r->seconds) || r->seconds <= 0))
        r->seconds = -1;
    for (int i = start; i < r->lines->count; i++) {
        int length = lines_at(r->lines, i).length;
        if (length == 0)
            continue;
        square = square && count < FRUIT_EDGE && is_row(lines_at(r->lines, i)) &&
                 (length == longest || longest == 0);
        longest = length > longest ? length : longest;
        if (count < FRUIT_EDGE)
            rows[count++] = i;
    }
    if (count == 0)
        return false;
    if (square && count == longest)
        r->n = count;
    if (r->n == 0)
        r->n = longest > count && longest <= FRUIT_EDGE ? longest : count;
    for (int i = 0; i < r->n; i++)
        r->row[i] = i < count ? rows[i] : r->lines->count; /* past the end: an empty line */
    return true;
}

struct problem *fruit_read(const struct lines *lines, const char *variant, struct notes *notes)
{
    if (game_variant(&game_fruit, variant) < 0) {
        notes_fault(notes, 0, "rules: expected default, found \"%s\"", variant);
        return NULL;
    }
    struct reading r = {.lines = lines, .notes = notes, .seconds = -1};
    if (!read_header(&r))
        return NULL;
    bool sound = r.n > 0 && place_rows_strictly(&r);
    if (!sound && !notes->salvage)
        return NULL;
    if (notes->salvage && !place_rows_leniently(&r))
        return NULL;
    for (int row = 0; row < r.n; row++)
        if (!read_row(&r, row))
            return NULL;
    if (!check_gravity(&r))
        return NULL;
    remark_kinds(&r);
    r.grid.size = (int)r.n;
    struct problem *problem = fruit_problem(&r.grid, (int)r.p);
    problem->seconds = r.seconds;
    return problem;
}
