/* board_text.c - boards as Python prints them
 *
 *     board = "(" row { "," row } [ "," ] ")"      the same with "[" and "]", for the board and
 *     row   = "(" cell { "," cell } [ "," ] ")"    for each row; blanks and line ends anywhere
 *     cell  = "0" | "1" | "2"                      between the tokens
 *
 * The exact reader says where a text leaves this form. For a salvaging caller a second, rough
 * reader then takes what looks like rows of numbers, whatever stands between them.
 */
#include <ctype.h>
#include <string.h>

#include "games/reversi/reversi.h"

struct reader {
    const char *at;
    int line;
    struct notes *notes;
};

static void skip_blanks(struct reader *r)
{
    for (; *r->at && strchr(" \t\r\v\f\n", *r->at); r->at++)
        r->line += *r->at == '\n';
}

/* Notes what stands where something else was expected. Always false. */
static bool refuse(const struct reader *r, const char *expected)
{
    char quote[64];
    struct line found = {.start = r->at, .length = (int)strcspn(r->at, "\r\n")};
    if (found.length > 0)
        notes_fault(r->notes, r->line, "expected %s, found %s", expected, line_quote(found, quote));
    else
        notes_fault(r->notes, r->line, "expected %s, found nothing more", expected);
    return false;
}

/* Takes an opening bracket and gives the one that has to close it. */
static bool take_open(struct reader *r, char *close, const char *what)
{
    skip_blanks(r);
    if (*r->at != '(' && *r->at != '[')
        return refuse(r, what);
    *close = *r->at++ == '(' ? ')' : ']';
    return true;
}

/* After an item: takes the comma, the closing bracket, or both. */
static bool take_separator(struct reader *r, char close, bool *closed)
{
    skip_blanks(r);
    bool comma = *r->at == ',';
    if (comma) {
        r->at++;
        skip_blanks(r);
    }
    *closed = *r->at == close;
    if (*closed)
        r->at++;
    if (comma || *closed)
        return true;
    return refuse(r, close == ')' ? "\",\" or \")\"" : "\",\" or \"]\"");
}

static bool take_cell(struct reader *r, unsigned char *cell)
{
    skip_blanks(r);
    if (*r->at < '0' || *r->at > '2' || isdigit((unsigned char)r->at[1]))
        return refuse(r, "a cell 0, 1 or 2");
    *cell = (unsigned char)(*r->at++ - '0');
    return true;
}

static bool take_row(struct reader *r, unsigned char row[REVERSI_EDGE_MAX], int *count)
{
    char close = 0;
    bool closed = false;
    if (!take_open(r, &close, "a row that begins with \"(\" or \"[\""))
        return false;
    for (*count = 0; !closed; ++*count) {
        unsigned char cell = 0;
        if (!take_cell(r, &cell) || !take_separator(r, close, &closed))
            return false;
        if (*count < REVERSI_EDGE_MAX)
            row[*count] = cell;
    }
    return true;
}

static bool read_exactly(struct reader *r, int *n, reversi_cells cells)
{
    char close = 0;
    bool closed = false;
    int rows = 0, columns = 0;
    int first_line = r->line;
    if (!take_open(r, &close, "a board that begins with \"((\" or \"[[\""))
        return false;
    for (; !closed; rows++) {
        unsigned char spare[REVERSI_EDGE_MAX];
        int count;
        if (!take_row(r, rows < REVERSI_EDGE_MAX ? cells[rows] : spare, &count))
            return false;
        if (rows > 0 && count != columns) {
            notes_fault(r->notes, r->line, "expected %d cells in row %d, found %d", columns, rows,
                        count);
            return false;
        }
        columns = count;
        if (!take_separator(r, close, &closed))
            return false;
    }
    skip_blanks(r);
    if (*r->at)
        return refuse(r, "nothing after the board");
    if (rows != columns) {
        notes_fault(r->notes, first_line, "expected as many rows as columns, found %d and %d", rows,
                    columns);
        return false;
    }
    if (rows < REVERSI_EDGE_MIN || rows > REVERSI_EDGE_MAX) {
        notes_fault(r->notes, first_line, "size: expected %d to %d, found %d", REVERSI_EDGE_MIN,
                    REVERSI_EDGE_MAX, rows);
        return false;
    }
    *n = rows;
    return true;
}

/* A run of digits as a cell; what is no cell counts as empty. */
static unsigned char rough_cell(const char **at)
{
    size_t digits = strspn(*at, "0123456789");
    char first = **at;
    bool is_cell = digits == 1 && first <= '2' && (*at)[-1] != '-';
    *at += digits;
    return is_cell ? (unsigned char)(first - '0') : 0;
}

/* Numbers between brackets are a row; a single long row may be a whole board. */
static bool read_roughly(const char *text, int *n, reversi_cells cells)
{
    enum { MOST = REVERSI_EDGE_MAX * REVERSI_EDGE_MAX };
    unsigned char flat[MOST];
    int total = 0, rows = 0, columns = 0, longest = 0;
    memset(cells, 0, sizeof(reversi_cells));
    const char *at = strpbrk(text, "([");
    while (at && *at) {
        if (!isdigit((unsigned char)*at)) {
            if (strchr("()[]", *at++) && columns > 0) {
                rows++;
                columns = 0;
            }
            continue;
        }
        unsigned char cell = rough_cell(&at);
        if (total < MOST)
            flat[total] = cell;
        if (rows < REVERSI_EDGE_MAX && columns < REVERSI_EDGE_MAX)
            cells[rows][columns] = cell;
        total++;
        columns++;
        longest = columns > longest ? columns : longest;
    }
    rows += columns > 0;
    *n = rows > longest ? rows : longest;
    if (rows == 1)
        for (int edge = REVERSI_EDGE_MIN; edge <= REVERSI_EDGE_MAX; edge++)
            if (edge * edge == total) {
                *n = edge;
                memset(cells, 0, sizeof(reversi_cells));
                for (int i = 0; i < total; i++)
                    cells[i / edge][i % edge] = flat[i];
            }
    return rows > 0 && *n >= REVERSI_EDGE_MIN && *n <= REVERSI_EDGE_MAX;
}

bool reversi_board_parse(const char *text, int *n, reversi_cells cells, struct notes *notes,
                         int line)
{
    memset(cells, 0, sizeof(reversi_cells));
    struct reader reader = {text, line, notes};
    if (read_exactly(&reader, n, cells))
        return true;
    return notes->salvage && read_roughly(text, n, cells);
}
