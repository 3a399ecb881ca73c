/* five.c - five in a row on 9 x 9, a game of the required part and nothing else
 *
 * It is no part of what is shipped. The tests link it into a second plywood to prove that a game
 * costs a folder and a line: no facet is offered here, and every command, page and test must do
 * without. It is also the shortest game to read.
 *
 * Sides put a stone of theirs on an empty square in turn. Five or more in a row, across, down or
 * aslant, win; a full board without is a draw. A position file is
 *
 *     FIVE
 *     first            whose turn it is
 *     .........        nine rows, the top one first: . empty, 1 first, 2 second
 *     …
 *
 * A move is a square, column letter and row number from the top left: E5. An answer file has that
 * and nothing else. A move's code is the index of its square, 9 * row + column.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "game/game.h"

enum {
    EDGE = 9,
    SQUARES = EDGE * EDGE,
    ROW = 5,           /* stones that win */
    UNIT = 100,        /* value steps of a point */
    WIN = 1000 * UNIT, /* a win on the spot; later ones are worth a step less for each move */
};

enum stone { EMPTY, FIRST, SECOND };

struct five {
    struct position head;
    uint8_t stone[SQUARES];
    uint8_t padding[-(sizeof(struct position) + SQUARES) % POSITION_ALIGN];
};
_Static_assert(sizeof(struct five) % POSITION_ALIGN == 0,
               "positions are copied by whole registers");

extern const struct game game_five;

static const struct five *five_of(const struct position *p)
{
    return (const struct five *)p;
}

/* --- rules --- */

static const int step_row[4] = {0, 1, 1, 1}, step_column[4] = {1, 0, 1, -1};

static bool is_on_board(int row, int column)
{
    return row >= 0 && row < EDGE && column >= 0 && column < EDGE;
}

/* The stones of one colour in line with a square, from there on in one direction. */
static int run_from(const struct five *p, int row, int column, int down, int right, int stone)
{
    int count = 0;
    while (is_on_board(row += down, column += right) && p->stone[EDGE * row + column] == stone)
        count++;
    return count;
}

/* True if the stone on a square is one of five in a row. */
static bool wins_at(const struct five *p, int square)
{
    int row = square / EDGE, column = square % EDGE, stone = p->stone[square];
    for (int d = 0; d < 4; d++) {
        int down = step_row[d], right = step_column[d];
        if (1 + run_from(p, row, column, down, right, stone) +
                run_from(p, row, column, -down, -right, stone) >=
            ROW)
            return true;
    }
    return false;
}

static uint64_t key_of_stone(int square, int stone)
{
    return hash64(4 * (uint64_t)square + (uint64_t)stone);
}

static uint64_t key(const struct position *position)
{
    const struct five *p = five_of(position);
    uint64_t key = 0;
    for (int square = 0; square < SQUARES; square++)
        if (p->stone[square] != EMPTY)
            key ^= key_of_stone(square, p->stone[square]);
    return key;
}

/* First the squares with many neighbours, and among them those near the middle. */
static int hint(const struct five *p, int square)
{
    int row = square / EDGE, column = square % EDGE, neighbours = 0;
    for (int d = 0; d < 4; d++)
        for (int stone = FIRST; stone <= SECOND; stone++) {
            int before = run_from(p, row, column, -step_row[d], -step_column[d], stone);
            int after = run_from(p, row, column, step_row[d], step_column[d], stone);
            neighbours += (before + after) * (before + after);
        }
    return 16 * neighbours - abs(row - EDGE / 2) - abs(column - EDGE / 2);
}

static int moves(const struct position *position, struct move out[MOVES_MAX])
{
    const struct five *p = five_of(position);
    int count = 0;
    for (int square = 0; square < SQUARES && !position->over; square++)
        if (p->stone[square] == EMPTY)
            out[count++] = (struct move){(uint16_t)square, (int16_t)hint(p, square)};
    return count;
}

static int play(const struct position *position, unsigned code, struct position *child)
{
    struct five *c = (struct five *)child;
    *c = *five_of(position);
    int side = position->side, stone = FIRST + side;
    c->stone[code] = (uint8_t)stone;
    c->head.key ^= key_of_stone((int)code, stone);
    c->head.ply++;
    c->head.side = (uint8_t)!side;
    c->head.over = wins_at(c, (int)code);
    c->head.score[side] = c->head.over;
    return 0;
}

static int end_value(const struct position *p)
{
    return (p->score[p->side] - p->score[!p->side]) * (WIN - p->ply);
}

/* --- estimates --- */

/* What a side has in the windows of five squares that hold no stone of the other. */
static int prospects(const struct five *p, int stone)
{
    static const int worth[ROW + 1] = {0, 1, 8, 40, 150, 0};
    int sum = 0;
    for (int square = 0; square < SQUARES; square++)
        for (int d = 0; d < 4; d++) {
            int row = square / EDGE, column = square % EDGE, down = step_row[d],
                right = step_column[d], count = 0;
            if (!is_on_board(row + (ROW - 1) * down, column + (ROW - 1) * right))
                continue;
            for (int i = 0; i < ROW && count >= 0; i++) {
                int found = p->stone[EDGE * (row + i * down) + column + i * right];
                count = found == stone ? count + 1 : found == EMPTY ? count : -1;
            }
            sum += count > 0 ? worth[count] : 0;
        }
    return sum;
}

static int evaluate(const struct position *position)
{
    if (position->over || position->ply == SQUARES)
        return end_value(position);
    const struct five *p = five_of(position);
    int own = prospects(p, FIRST + position->side), other = prospects(p, SECOND - position->side);
    return own + own / 4 - other; /* who is to move is ahead of his stones */
}

/* The outcome if it is known, else whose prospects are better. */
static int plain(const struct position *position)
{
    const struct five *p = five_of(position);
    int lead = position->score[position->side] - position->score[!position->side];
    return 1000 * lead + prospects(p, FIRST + position->side) -
           prospects(p, SECOND - position->side);
}

static int moves_left(const struct position *position)
{
    int left = (SQUARES - position->ply + 1) / 2;
    return left < 1 ? 1 : left > 16 ? 16 : left;
}

static const struct rules rules = {
    .moves = moves,
    .play = play,
    .end_value = end_value,
    .evaluate = evaluate,
    .textbook = plain,
    .key = key,
    .moves_left = moves_left,
};

/* --- texts --- */

/* A world and its empty board. */
static struct problem *new_problem(void)
{
    struct world *world = memory_zero(sizeof *world);
    *world = (struct world){.game = &game_five,
                            .rules = &rules,
                            .bytes = sizeof *world,
                            .position_bytes = sizeof(struct five),
                            .size = EDGE};
    return problem_new(world);
}

static struct problem *create(const struct setup *setup, struct notes *notes)
{
    if (game_variant(&game_five, setup->variant) < 0) {
        notes_fault(notes, 0, "rules: expected default, found \"%s\"", setup->variant);
        return NULL;
    }
    if (setup->size != 0 && setup->size != -1 && setup->size != EDGE) {
        notes_fault(notes, 0, "size: expected %d, found %d", EDGE, setup->size);
        return NULL;
    }
    return new_problem();
}

static bool recognise(const struct lines *lines)
{
    return strcmp(lines_at(lines, 0).start, "FIVE") == 0;
}

/* The stones of a row; false, with a fault noted, if it is not one. */
static bool read_row(struct line line, int row, struct five *p, struct notes *notes)
{
    char quote[64];
    bool sound = line.length == EDGE && strspn(line.start, ".12") == EDGE;
    if (!sound &&
        !notes_fault(notes, row + 3, "expected nine of . 1 2, found %s", line_quote(line, quote)))
        return false;
    for (int column = 0; column < EDGE && column < line.length; column++) {
        const char *found = strchr(".12", line.start[column]);
        p->stone[EDGE * row + column] = (uint8_t)(found && *found ? found - ".12" : EMPTY);
    }
    return true;
}

static bool read_board(const struct lines *lines, struct five *p, struct notes *notes)
{
    char quote[64];
    if (!recognise(lines) &&
        !notes_fault(notes, 1, "expected FIVE, found %s", line_quote(lines_at(lines, 0), quote)))
        return false;
    for (int row = 0; row < EDGE; row++)
        if (!read_row(lines_at(lines, row + 2), row, p, notes))
            return false;
    if (lines->count > EDGE + 2 && !notes_fault(notes, EDGE + 3, "expected the end, found %s",
                                                line_quote(lines_at(lines, EDGE + 2), quote)))
        return false;
    int count[SECOND + 1] = {0};
    for (int square = 0; square < SQUARES; square++)
        count[p->stone[square]]++;
    p->head.ply = (uint16_t)(count[FIRST] + count[SECOND]);
    p->head.side = count[FIRST] > count[SECOND];
    const char *mover = game_five.sides[p->head.side];
    if (count[FIRST] - count[SECOND] != p->head.side ||
        strcmp(lines_at(lines, 1).start, mover) != 0)
        return notes_fault(notes, 2, "%d and %d stones: expected %s, found %s", count[FIRST],
                           count[SECOND], mover, line_quote(lines_at(lines, 1), quote));
    return true;
}

static struct problem *read_problem(const struct lines *lines, const char *variant,
                                    struct notes *notes)
{
    if (game_variant(&game_five, variant) < 0) {
        notes_fault(notes, 0, "rules: expected default, found \"%s\"", variant);
        return NULL;
    }
    struct problem *problem = new_problem();
    struct five *p = (struct five *)problem->position;
    if (!read_board(lines, p, notes)) {
        problem_free(problem);
        return NULL;
    }
    for (int square = 0; square < SQUARES; square++)
        if (p->stone[square] != EMPTY && wins_at(p, square)) {
            p->head.over = true;
            p->head.score[p->stone[square] - FIRST] = 1;
        }
    p->head.key = key(&p->head);
    return problem;
}

static void write_problem(const struct position *position, double seconds, bool single,
                          struct text *out)
{
    (void)seconds; /* the limit is the same for every move; the file does not tell it */
    (void)single;
    const struct five *p = five_of(position);
    text_add(out, "FIVE\n%s\n", game_five.sides[position->side]);
    for (int square = 0; square < SQUARES; square++)
        text_add(out, "%c%s", ".12"[p->stone[square]], square % EDGE == EDGE - 1 ? "\n" : "");
}

static void move_name(const struct position *position, unsigned code, char out[MOVE_NAME_MAX])
{
    (void)position;
    snprintf(out, MOVE_NAME_MAX, "%c%u", (char)('A' + code % EDGE), code / EDGE + 1);
}

/* Finds the square that a text names, or says at this line why there is none to move to. */
static bool judge(const struct position *p, struct line line, int number, unsigned *code,
                  struct notes *notes)
{
    char quote[64];
    int column = toupper((unsigned char)line.start[0]) - 'A';
    int row = column >= 0 && column < EDGE ? line.start[1] - '1' : -1;
    if (line.length != 2 || !is_on_board(row, column)) {
        notes_fault(notes, number, "expected a square from A1 to I9, found %s",
                    line_quote(line, quote));
        return false;
    }
    *code = (unsigned)(EDGE * row + column);
    if (p->over || five_of(p)->stone[*code] != EMPTY) {
        notes_fault(notes, number, "expected an empty square of a game that goes on, found %s",
                    line_quote(line, quote));
        return false;
    }
    return true;
}

static bool move_parse(const struct position *p, const char *text, unsigned *code,
                       struct notes *notes)
{
    return judge(p, line_from(text), 0, code, notes);
}

static void answer_write(const struct position *p, unsigned code, struct text *out)
{
    char name[MOVE_NAME_MAX];
    move_name(p, code, name);
    text_add(out, "%s\n", name);
}

static bool answer_read(const struct position *p, const struct lines *lines, unsigned *code,
                        struct notes *notes)
{
    char quote[64];
    if (lines->count > 1) {
        notes_fault(notes, 2, "expected the end, found %s", line_quote(lines_at(lines, 1), quote));
        return false;
    }
    return judge(p, lines_at(lines, 0), 1, code, notes);
}

static void draw(const struct position *position, struct picture *picture)
{
    static const uint8_t paint[] = {PAINT_EMPTY, PAINT_FIRST, PAINT_SECOND};
    const struct five *p = five_of(position);
    *picture = (struct picture){.rows = EDGE, .columns = EDGE, .names = NAMES_LETTERS};
    for (int square = 0; square < SQUARES; square++) {
        picture->cell[square / EDGE][square % EDGE].glyph = ".12"[p->stone[square]];
        picture->cell[square / EDGE][square % EDGE].paint = paint[p->stone[square]];
    }
}

static const struct variant variants[] = {{"default", "five or more win", false}, {0}};

const struct game game_five = {
    .name = "five",
    .title = "Five in a Row",
    .sides = {"first", "second"},
    .legend = "1 and 2 are the stones of first and second; five in a row win. A move is an empty\n"
              "square, column and row: E5.\n",
    .goal = "Put five or more stones in a row before the other does.",
    .variants = variants,
    .size_min = EDGE,
    .size_max = EDGE,
    .size_default = EDGE,
    .unit = UNIT,
    .win_bonus = WIN,
    .clock = CLOCK_CPU,
    .move_seconds = 10,
    .create = create,
    .recognise = recognise,
    .read = read_problem,
    .write = write_problem,
    .move_name = move_name,
    .move_parse = move_parse,
    .answer_write = answer_write,
    .answer_read = answer_read,
    .draw = draw,
};
