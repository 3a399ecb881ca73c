#include "games/reversi/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "games/reversi/reversi.h"

enum { EDGE_MIN = 4, EDGE_MAX = 16, SQUARES_MAX = EDGE_MAX * EDGE_MAX };

static const char marks[] = "Xx*Oo-.";

/* The lines from a place on. */
struct reader {
    const struct lines *lines;
    int line; /* from 0 */
    const char *at;
    struct notes *notes;
};

static bool is_comment(struct line line)
{
    return line.start[0] == '%' || line.start[0] == '#';
}

static void go_to_line(struct reader *r, int line)
{
    while (line < r->lines->count && is_comment(r->lines->line[line]))
        line++;
    r->line = line;
    r->at = lines_at(r->lines, line).start;
}

/* Goes on to the next byte that is no blank; false at the end of the text. */
static bool skip_blanks(struct reader *r)
{
    for (;;) {
        r->at += strspn(r->at, " \t\r\v\f");
        if (*r->at)
            return true;
        if (r->line >= r->lines->count)
            return false;
        go_to_line(r, r->line + 1);
    }
}

/* Notes what stands where something else was expected. Always false. */
static bool refuse(struct reader *r, const char *expected)
{
    char quote[64];
    if (!skip_blanks(r))
        notes_fault(r->notes, r->lines->count, "expected %s, found nothing more", expected);
    else
        notes_fault(r->notes, r->line + 1, "expected %s, found %s", expected,
                    line_quote(line_from(r->at), quote));
    return false;
}

/* --- boards --- */

struct board {
    int count; /* of marks, the side to move among them if it is one */
    char mark[SQUARES_MAX + 1];
};

static unsigned char cell_of(char mark)
{
    return mark == 'O' || mark == 'o' ? 2 : mark == '-' || mark == '.' ? 0 : 1;
}

static bool takes_word(struct reader *r, const char *word)
{
    size_t length = strlen(word);
    if (strncasecmp(r->at, word, length) != 0 || isalnum((unsigned char)r->at[length]))
        return false;
    r->at += length;
    return true;
}

static int edge_of(int squares)
{
    int n = EDGE_MIN;
    while (n * n < squares)
        n++;
    return n * n == squares && n <= EDGE_MAX ? n : 0;
}

/* A line that is a board and its side to move is one; else they may go on for several. */
static void take_marks(struct reader *r, struct board *board)
{
    int first_line = r->line;
    board->count = 0;
    while (skip_blanks(r) && strchr(marks, *r->at)) {
        if (r->line > first_line && edge_of(board->count - 1) > 0)
            return;
        first_line = r->line > first_line ? r->lines->count : first_line;
        if (board->count <= SQUARES_MAX)
            board->mark[board->count] = *r->at;
        board->count++;
        r->at++;
    }
}

/* Takes a board and its side to move. */
static bool take_board(struct reader *r, int variant, struct problem **problem)
{
    struct board board;
    int first_line = r->line;
    take_marks(r, &board);
    int side = takes_word(r, "black") ? SIDE_FIRST : takes_word(r, "white") ? SIDE_SECOND : -1;
    int squares = side < 0 ? board.count - 1 : board.count, n = edge_of(squares);
    if (n == 0 && side < 0 && edge_of(board.count) > 0)
        return refuse(r, "the side to move, X or O");
    if (n == 0) {
        notes_fault(
            r->notes, first_line + 1,
            "expected a square board of %d x %d to %d x %d and the side to move, found %d squares",
            EDGE_MIN, EDGE_MIN, EDGE_MAX, EDGE_MAX, squares < 0 ? 0 : squares);
        return false;
    }
    if (side < 0 && cell_of(board.mark[squares]) == 0) {
        notes_fault(r->notes, first_line + 1,
                    "expected the side to move, X or O, behind %d squares, found \"%c\"", squares,
                    board.mark[squares]);
        return false;
    }
    if (side < 0)
        side = cell_of(board.mark[squares]) - 1;
    reversi_cells cells = {{0}};
    for (int i = 0; i < squares; i++)
        cells[i / n][i % n] = cell_of(board.mark[i]);
    *problem = reversi_problem(n, (const unsigned char(*)[REVERSI_EDGE_MAX])cells, side, variant);
    return true;
}

/* A board alone, or with what OBF says of its moves. */
static bool read_board(struct reader *r, int variant, struct problem **problem)
{
    if (!take_board(r, variant, problem))
        return false;
    if (skip_blanks(r) && *r->at == ';')
        go_to_line(r, r->line + 1);
    return !skip_blanks(r) || refuse(r, "one position and nothing behind it");
}

/* --- games --- */

bool reversi_square_parse(const char **at, int *row, int *column)
{
    const char *p = *at;
    int letter = tolower((unsigned char)*p) - 'a';
    if (letter < 0 || letter >= 26 || p[1] < '1' || p[1] > '9')
        return false;
    int number = *++p - '0';
    if (isdigit((unsigned char)p[1]))
        number = 10 * number + (*++p - '0');
    if (isalnum((unsigned char)p[1]))
        return false;
    *row = number - 1;
    *column = letter;
    *at = p + 1;
    return true;
}

/* Goes on behind a bracket that closes; a backslash takes the next byte for itself. */
static bool skip_value(struct reader *r)
{
    while (skip_blanks(r)) {
        char c = *r->at++;
        if (c == ']')
            return true;
        if (c == '\\' && *r->at)
            r->at++;
    }
    return refuse(r, "\"]\"");
}

/* Makes the move of B[…] or W[…]; the reader is behind the bracket that opens. */
static bool take_move(struct reader *r, int side, struct problem *problem)
{
    const struct position *p = problem->position;
    const struct game *game = problem->world->game;
    char wanted[60], name[MOVE_NAME_MAX];
    int row, column;
    if (p->side != side) {
        snprintf(wanted, sizeof wanted, "a move of %c, whose turn it is", p->side ? 'W' : 'B');
        r->at -= 2;
        return refuse(r, wanted);
    }
    skip_blanks(r);
    if (takes_word(r, "pa") || takes_word(r, "pass"))
        snprintf(name, sizeof name, "pass");
    else if (reversi_square_parse(&r->at, &row, &column))
        snprintf(name, sizeof name, "%d,%d", row, column);
    else
        return refuse(r, "a square such as d3, or PA");
    struct notes why = {0};
    unsigned code;
    if (!game->move_parse(p, name, &code, &why)) {
        notes_fault(r->notes, r->line + 1, "%s", notes_why(&why));
        return false;
    }
    struct position *child = position_new(problem->world);
    problem->world->rules->play(p, code, child);
    free(problem->position);
    problem->position = child;
    return skip_value(r);
}

/* Takes BO's value: the edge, the board, the side to move. */
static bool take_start(struct reader *r, int variant, struct problem **problem)
{
    long edge;
    if (*problem) {
        return refuse(r, "one BO");
    } else if (!skip_blanks(r) || !string_integer(&r->at, EDGE_MIN, EDGE_MAX, &edge)) {
        return refuse(r, "the board's edge, 4 to 16");
    } else if (!take_board(r, variant, problem)) {
        return false;
    } else if ((*problem)->world->size != edge) { // NOLINT: take_board() made it
        notes_fault(r->notes, r->line + 1, "expected %ld x %ld squares in BO, found %d x %d", edge,
                    edge, (*problem)->world->size, (*problem)->world->size);
        return false;
    }
    return skip_value(r);
}

/* Takes a property: its name in letters, and its value. */
static bool take_property(struct reader *r, int variant, struct problem **problem)
{
    const char *name = r->at;
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (length == 0 || name[length] != '[')
        return refuse(r, "a property such as B[d3], or \";)\"");
    r->at += length + 1;
    if (length == 2 && memcmp(name, "BO", 2) == 0)
        return take_start(r, variant, problem);
    bool is_move = length == 1 && (*name == 'B' || *name == 'W');
    if (is_move && !*problem) {
        r->at = name;
        return refuse(r, "BO, the start, before the first move");
    }
    return is_move ? take_move(r, *name == 'B' ? SIDE_FIRST : SIDE_SECOND, *problem)
                   : skip_value(r);
}

static bool read_game(struct reader *r, int variant, struct problem **problem)
{
    r->at += strlen("(;");
    while (skip_blanks(r) && *r->at != ';')
        if (!take_property(r, variant, problem))
            return false;
    if (strncmp(r->at, ";)", 2) != 0)
        return refuse(r, "\";)\"");
    r->at += 2;
    if (!*problem) {
        notes_fault(r->notes, 1, "expected a game with BO, its start, found none");
        return false;
    }
    return !skip_blanks(r) || refuse(r, "one game and nothing behind it");
}

/* --- both --- */

static struct reader begin(const struct lines *lines, struct notes *notes)
{
    struct reader r = {.lines = lines, .notes = notes};
    go_to_line(&r, 0);
    skip_blanks(&r);
    return r;
}

bool reversi_notation_is(const struct lines *lines)
{
    struct reader r = begin(lines, NULL);
    struct board board;
    if (strncmp(r.at, "(;", 2) == 0)
        return true;
    take_marks(&r, &board);
    int kept = board.count < SQUARES_MAX ? board.count : SQUARES_MAX;
    bool has_letter = false; /* dots and stars alone may be another game's */
    for (int i = 0; i < kept; i++)
        has_letter = has_letter || isalpha((unsigned char)board.mark[i]);
    return has_letter && board.count >= EDGE_MIN * EDGE_MIN;
}

struct problem *reversi_notation_read(const struct lines *lines, int variant, struct notes *notes)
{
    struct reader r = begin(lines, notes);
    struct problem *problem = NULL;
    bool is_game = strncmp(r.at, "(;", 2) == 0;
    if ((is_game ? read_game : read_board)(&r, variant, &problem))
        return problem;
    problem_free(problem);
    return NULL;
}
