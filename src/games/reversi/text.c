#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/reversi/notation.h"
#include "games/reversi/reversi.h"

extern const struct game game_reversi;

/* A variant's index; a fault, and -1 if the reader may not go on, for an unknown name. */
static int find_variant(const char *name, struct notes *notes)
{
    int variant = game_variant(&game_reversi, name);
    if (variant >= 0)
        return variant;
    char quote[64];
    bool go_on = notes_fault(notes, 0, "rules: expected bidding or othello, found %s",
                             line_quote(line_from(name), quote));
    return go_on ? REVERSI_BIDDING : -1;
}

static struct problem *create(const struct setup *setup, struct notes *notes)
{
    int n = setup->size > 0 ? setup->size : game_reversi.size_default;
    if (setup->size < -1 || n < REVERSI_EDGE_MIN || n > REVERSI_EDGE_MAX) {
        notes_fault(notes, 0, "size: expected %d to %d, found %d", REVERSI_EDGE_MIN,
                    REVERSI_EDGE_MAX, setup->size);
        return NULL;
    }
    int variant = game_variant(&game_reversi, setup->variant);
    if (variant < 0) {
        find_variant(setup->variant, notes);
        return NULL;
    }
    reversi_cells cells = {{0}};
    int k = n / 2 - 1;
    cells[k][k] = cells[k + 1][k + 1] = 2;
    cells[k][k + 1] = cells[k + 1][k] = 1;
    return reversi_problem(n, cells, SIDE_FIRST, variant);
}

/* Takes a decimal integer; what follows it is left to the caller. */
static bool take_integer(const char **at, int *out)
{
    const char *p = *at + strspn(*at, " \t");
    bool minus = *p == '-';
    p += minus;
    size_t digits = strspn(p, "0123456789");
    if (digits < 1 || digits > 9)
        return false;
    int value = 0;
    for (size_t i = 0; i < digits; i++)
        value = 10 * value + (p[i] - '0');
    *out = minus ? -value : value;
    *at = p + digits;
    return true;
}

/* Takes one character, blanks before it allowed. */
static bool take(const char **at, char c)
{
    const char *p = *at + strspn(*at, " \t");
    if (*p != c)
        return false;
    *at = p + 1;
    return true;
}

static bool at_end(const char *at)
{
    return at[strspn(at, " \t\r\n")] == 0;
}

bool reversi_opening_parse(const char *text, struct reversi_opening *out)
{
    int field[5] = {0, -1, 0, 0, 0};
    int count = 0;
    do {
        if (count == 5 || !take_integer(&text, &field[count]))
            return false;
        count++;
    } while (take(&text, ','));
    bool flags = true;
    for (int i = 2; i < 5; i++)
        flags = flags && (field[i] == 0 || field[i] == 1);
    if (!at_end(text) || (count != 1 && count != 5) || field[0] < 1 || field[0] > 2 ||
        field[1] < -1 || !flags)
        return false;
    *out = (struct reversi_opening){
        .side = field[0] - 1,
        .settings = count == 5,
        .limit = field[1],
        .minimax = field[2] != 0,
        .caching = field[3] != 0,
        .ordering = field[4] != 0,
    };
    return true;
}

/* True if a line begins like a board. */
static bool opens_board(struct line line)
{
    const char *at = line.start;
    bool outer = take(&at, '(') || take(&at, '[');
    return outer && (take(&at, '(') || take(&at, '['));
}

static bool is_score(struct line line)
{
    return strncmp(line.start, "SCORE", 5) == 0;
}

static bool recognise(const struct lines *lines)
{
    if (is_score(lines_at(lines, 1)) || reversi_notation_is(lines))
        return true;
    for (int i = 0; i < lines->count; i++)
        if (opens_board(lines->line[i]))
            return true;
    return false;
}

/* Notes a line that is not what was expected; true if the reader may go on. */
static bool wrong(struct notes *notes, const struct lines *lines, int index, const char *expected)
{
    char quote[64];
    if (index >= lines->count)
        return notes_fault(notes, index + 1, "expected %s, found nothing more", expected);
    return notes_fault(notes, index + 1, "expected %s, found %s", expected,
                       line_quote(lines_at(lines, index), quote));
}

/* Where the board begins: the third line, or for a salvaging reader the first one that looks
 * like it. */
static int find_board(const struct lines *lines, const struct notes *notes)
{
    if (!notes->salvage || opens_board(lines_at(lines, 2)))
        return 2;
    for (int i = 0; i < lines->count; i++)
        if (strpbrk(lines->line[i].start, "(["))
            return i;
    return 2;
}

/* Checks the SCORE line against the board. */
static bool check_score(const struct lines *lines, const struct problem *problem,
                        struct notes *notes)
{
    struct line line = lines_at(lines, 1);
    const char *at = line.start + (is_score(line) ? 5 : 0);
    const int *score = problem->position->score;
    int said[2];
    if (!is_score(line) || (*at != ' ' && *at != '\t') || !take_integer(&at, &said[0]) ||
        (*at != ' ' && *at != '\t') || !take_integer(&at, &said[1]) || !at_end(at))
        return wrong(notes, lines, 1, "SCORE and two numbers");
    if (said[0] == score[0] && said[1] == score[1])
        return true;
    return notes_fault(notes, 2, "expected SCORE %d %d as on the board, found SCORE %d %d",
                       score[0], score[1], said[0], said[1]);
}

static struct problem *read(const struct lines *lines, const char *variant_name,
                            struct notes *notes)
{
    int variant = find_variant(variant_name, notes);
    if (variant < 0)
        return NULL;
    if (!is_score(lines_at(lines, 1)) && reversi_notation_is(lines)) {
        if (!variant_name)
            notes_remark(notes, 0, "Othello's notation: read by the rules othello");
        return reversi_notation_read(lines, variant_name ? variant : REVERSI_OTHELLO, notes);
    }

    struct reversi_opening opening = {.side = -1};
    if (!reversi_opening_parse(lines_at(lines, 0).start, &opening) &&
        !wrong(notes, lines, 0,
               "1 or 2, the side to move, or colour,limit,minimax,caching,ordering"))
        return NULL;

    struct text board = {0};
    int first = find_board(lines, notes);
    for (int i = first; i < lines->count; i++)
        text_add(&board, "%s\n", lines->line[i].start);
    reversi_cells cells;
    int n;
    bool good = reversi_board_parse(board.data ? board.data : "", &n, cells, notes, first + 1);
    text_free(&board);
    if (!good)
        return NULL;

    struct problem *problem = reversi_problem(n, cells, SIDE_FIRST, variant);
    if (opening.side < 0) /* without passes the number of discs tells */
        opening.side = problem->position->ply % 2;
    if (opening.side != SIDE_FIRST) {
        problem_free(problem);
        problem = reversi_problem(n, cells, opening.side, variant);
    }
    if (!check_score(lines, problem, notes)) {
        problem_free(problem);
        return NULL;
    }
    return problem;
}

static void write(const struct position *p, double seconds, bool single, struct text *out)
{
    (void)seconds; /* the file has no place for them */
    (void)single;
    reversi_cells cells;
    reversi_get(p, cells);
    int n = p->world->size;
    text_add(out, "%d\nSCORE %d %d\n", p->side + 1, p->score[0], p->score[1]);
    for (int row = 0; row < n; row++) {
        text_add(out, row == 0 ? "((" : "), (");
        for (int column = 0; column < n; column++)
            text_add(out, "%s%d", column == 0 ? "" : ", ", cells[row][column]);
    }
    text_add(out, "))\n");
}

static void move_name(const struct position *p, unsigned code, char out[MOVE_NAME_MAX])
{
    if (code == REVERSI_PASS)
        snprintf(out, MOVE_NAME_MAX, "pass");
    else
        snprintf(out, MOVE_NAME_MAX, "%d,%d", reversi_row(p->world, code),
                 reversi_column(p->world, code));
}

/* True if the move is legal, else a fault that says why it is not. */
static bool judge_pass(const struct position *p, struct notes *notes, int line)
{
    struct move list[MOVES_MAX];
    int count = p->world->rules->moves(p, list);
    if (count == 1 && list[0].code == REVERSI_PASS)
        return true;
    if (p->world->variant != REVERSI_OTHELLO)
        notes_fault(notes, line, "expected a claim, found a pass, which these rules do not know");
    else if (count == 0)
        notes_fault(notes, line, "expected no move, as the game is over, found a pass");
    else
        notes_fault(notes, line, "expected a claim, found a pass although %d can be made", count);
    return false;
}

static bool judge_claim(const struct position *p, int row, int column, unsigned *code,
                        struct notes *notes, int line)
{
    int n = p->world->size;
    if (row < 0 || row >= n || column < 0 || column >= n) {
        notes_fault(notes, line,
                    "expected row and column from 0 to %d, found %d,%d, out of the board", n - 1,
                    row, column);
        return false;
    }
    struct move list[MOVES_MAX];
    int count = p->world->rules->moves(p, list);
    *code = reversi_code(p->world, row, column);
    for (int i = 0; i < count; i++)
        if (list[i].code == *code)
            return true;
    reversi_cells cells;
    reversi_get(p, cells);
    if (count == 0)
        notes_fault(notes, line, "expected no move, as the game is over, found %d,%d", row, column);
    else if (cells[row][column] != 0)
        notes_fault(notes, line, "expected an empty square, found %d,%d, occupied by player %d",
                    row, column, cells[row][column]);
    else if (list[0].code == REVERSI_PASS)
        notes_fault(notes, line, "expected a pass, as nothing can be claimed, found %d,%d", row,
                    column);
    else
        notes_fault(
            notes, line,
            "expected a claim that brackets the opponent's land, found %d,%d, which brackets nothing",
            row, column);
    return false;
}

static bool move_parse(const struct position *p, const char *text, unsigned *code,
                       struct notes *notes)
{
    const char *at = text + strspn(text, " \t\r\n");
    if (strncmp(at, "pass", 4) == 0 && at_end(at + 4)) {
        *code = REVERSI_PASS;
        return judge_pass(p, notes, 0);
    }
    int row, column;
    if (reversi_square_parse(&at, &row, &column) && at_end(at))
        return judge_claim(p, row, column, code, notes, 0);
    at = text;
    bool bracket = take(&at, '(');
    bool good = take_integer(&at, &row) && (take(&at, ',') || isblank((unsigned char)*at)) &&
                take_integer(&at, &column) && (!bracket || take(&at, ')')) && at_end(at);
    if (!good) {
        char quote[64];
        notes_fault(notes, 0, "expected row,column, a square such as d3, or pass, found %s",
                    line_quote(line_from(text), quote));
        return false;
    }
    return judge_claim(p, row, column, code, notes, 0);
}

static void answer_write(const struct position *p, unsigned code, struct text *out)
{
    if (code == REVERSI_PASS)
        text_add(out, "pass\n");
    else
        text_add(out, "%d %d\n", reversi_row(p->world, code), reversi_column(p->world, code));
}

static bool answer_read(const struct position *p, const struct lines *lines, unsigned *code,
                        struct notes *notes)
{
    const char *at = lines_at(lines, 0).start;
    int row = 0, column = 0;
    bool pass = strcmp(at, "pass") == 0;
    bool good = pass || (take_integer(&at, &row) && isblank((unsigned char)*at) &&
                         take_integer(&at, &column) && at_end(at));
    if (!good) {
        wrong(notes, lines, 0, "row and column, two numbers");
        return false;
    }
    if (lines->count > 1) {
        int extra = 1;
        while (lines_at(lines, extra).length == 0)
            extra++;
        wrong(notes, lines, extra, "nothing after the move");
        return false;
    }
    if (pass) {
        *code = REVERSI_PASS;
        return judge_pass(p, notes, 1);
    }
    return judge_claim(p, row, column, code, notes, 1);
}

static void draw(const struct position *p, struct picture *picture)
{
    reversi_cells cells;
    reversi_get(p, cells);
    picture->rows = picture->columns = p->world->size;
    picture->names = NAMES_ROW_COLUMN;
    for (int row = 0; row < picture->rows; row++)
        for (int column = 0; column < picture->columns; column++) {
            int cell = cells[row][column];
            picture->cell[row][column].glyph = ".12"[cell];
            picture->cell[row][column].paint = (uint8_t)(cell == 0   ? PAINT_EMPTY
                                                         : cell == 1 ? PAINT_FIRST
                                                                     : PAINT_SECOND);
        }
}

static const struct variant variants[] = {
    [REVERSI_BIDDING] = {"bidding", "ends when a side has no claim", false},
    [REVERSI_OTHELLO] = {"othello", "who cannot move passes", true},
    {0},
};

const struct game game_reversi = {
    .name = "reversi",
    .title = "Land bidding",
    .sides = {"first", "second"},
    .legend =
        "1 is the land of first, 2 of second. A move claims an empty square, row,column from 0: 2,4.\n",
    .goal = "Claim land. All rival land between your new square and your old ones becomes yours.",
    .variants = variants,
    .size_min = REVERSI_EDGE_MIN,
    .size_max = REVERSI_EDGE_MAX,
    .size_default = 8,
    .size_solved = REVERSI_EDGE_WIDE,
    .unit = REVERSI_UNIT,
    .win_bonus = REVERSI_WIN,
    .counts = true,
    .pays = false,
    .clock = CLOCK_WALL,
    .move_seconds = 10,
    .facts = &reversi_facts,
    .tuning = &reversi_tuning,
    .looks = &reversi_looks,
    .conversation = &reversi_conversation,
    .course = &reversi_course,
    .lessons = reversi_lessons,
    .reducing = &reversi_reducing,
    .create = create,
    .recognise = recognise,
    .read = read,
    .write = write,
    .move_name = move_name,
    .move_parse = move_parse,
    .answer_write = answer_write,
    .answer_read = answer_read,
    .draw = draw,
};
