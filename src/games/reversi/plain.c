/* plain.c - land bidding and Othello, to check proofs by (verify/plain.h)
 *
 * Word 0 holds the squares of the side to move, word 1 those of the other side, bit 8 * row +
 * column on boards of every size up to 8 x 8. In direction d a set of squares moves on by
 * shift[d] bits; table[d][0] are the squares that have a neighbour on the board in that direction.
 * table[8][0] is the whole board, table[9][0] its corners, table[10][0] the squares beside them.
 */
#include <stdio.h>
#include <string.h>

#include "verify/plain.h"

enum { EDGE_MIN = 3, EDGE_MAX = 8, TEXT_MAX = 512 };
enum { DIRECTIONS = 8, BOARD = 8, CORNERS = 9, BESIDE = 10 }; /* rows of the table */

static const int shift[DIRECTIONS] = {1, 9, 8, 7, 63, 55, 56, 57}; /* to the left, around */
static const int rows[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int columns[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};

static inline uint64_t step(const struct plain_board *b, uint64_t squares, int d)
{
    squares &= b->table[d][0];
    return squares << shift[d] | squares >> (64 - shift[d]);
}

static void prepare(struct plain_board *b, int size, bool passes)
{
    b->size = size;
    b->words = 2;
    b->passes = passes;
    b->turns = 0xff;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            uint64_t square = UINT64_C(1) << (8 * row + column);
            for (int d = 0; d < DIRECTIONS; d++) {
                int r = row + rows[d], c = column + columns[d];
                if (r >= 0 && r < size && c >= 0 && c < size)
                    b->table[d][0] |= square;
            }
            b->table[BOARD][0] |= square;
            if (row % (size - 1) == 0 && column % (size - 1) == 0)
                b->table[CORNERS][0] |= square;
        }
    for (int d = 0; d < DIRECTIONS; d++)
        b->table[BESIDE][0] |= step(b, b->table[CORNERS][0], d);
}

/* The position file of these cells. */
static void print(char mover, const char *cells, int size, char out[TEXT_MAX])
{
    int land[2] = {0};
    for (int i = 0; i < size * size; i++)
        if (cells[i] != '0')
            land[cells[i] - '1']++;
    out += sprintf(out, "%c\nSCORE %d %d\n(", mover, land[0], land[1]);
    for (int i = 0; i < size * size; i++)
        out += sprintf(out, "%s%c%s", i % size == 0 ? "(" : "", cells[i],
                       (i + 1) % size != 0   ? ", "
                       : i + 1 < size * size ? "), "
                                             : "))\n");
}

/* The side to move on line 1, the scores on line 2, then the cells, row by row. What is not just
 * the file of these cells is none. */
static bool plain_read(const char *text, const char *rules, struct plain_board *b,
                       struct plain_position *start)
{
    bool passes = strcmp(rules, "othello") == 0;
    const char *board = strchr(text, '(');
    if ((!passes && strcmp(rules, "bidding") != 0) || (*text != '1' && *text != '2') || !board)
        return false;
    char cells[EDGE_MAX * EDGE_MAX], again[TEXT_MAX];
    int count = 0, size = EDGE_MIN;
    for (; *board; board++)
        if (*board >= '0' && *board <= '2') {
            if (count == EDGE_MAX * EDGE_MAX)
                return false;
            cells[count++] = *board;
        }
    while (size < EDGE_MAX && size * size < count)
        size++;
    if (size * size != count)
        return false;
    print(*text, cells, size, again);
    if (strcmp(text, again) != 0)
        return false;
    prepare(b, size, passes);
    memset(start, 0, sizeof *start);
    for (int i = 0; i < count; i++)
        if (cells[i] != '0')
            start->word[cells[i] != *text] |= UINT64_C(1) << (8 * (i / size) + i % size);
    return true;
}

/* The empty squares on which one side can bracket the other. */
static uint64_t claims(const struct plain_board *b, uint64_t own, uint64_t other)
{
    uint64_t found = 0, empty = b->table[BOARD][0] & ~(own | other);
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t line = step(b, own, d) & other;
        for (int length = 1; length < EDGE_MAX - 2; length++)
            line |= step(b, line, d) & other;
        found |= step(b, line, d) & empty;
    }
    return found;
}

static int list(const struct plain_board *b, uint64_t squares, uint8_t *moves)
{
    int count = 0;
    for (; squares; squares &= squares - 1) {
        int bit = __builtin_ctzll(squares);
        moves[count++] = (uint8_t)(bit / 8 * b->size + bit % 8);
    }
    return count;
}

/* Corners first, squares beside an empty corner last. A pass has the number after the last square.
 */
static int plain_moves(const struct plain_board *b, const struct plain_position *p,
                       uint8_t moves[PLAIN_MOVES])
{
    uint64_t all = claims(b, p->word[0], p->word[1]);
    if (!all) {
        moves[0] = (uint8_t)(b->size * b->size);
        return b->passes && claims(b, p->word[1], p->word[0]) ? 1 : 0;
    }
    uint64_t corners = all & b->table[CORNERS][0], last = all & b->table[BESIDE][0];
    int count = list(b, corners, moves);
    count += list(b, all & ~corners & ~last, moves + count);
    return count + list(b, last, moves + count);
}

static int plain_play(const struct plain_board *b, const struct plain_position *p, int move,
                      struct plain_position *child)
{
    *child = (struct plain_position){{p->word[1], p->word[0]}};
    if (move == b->size * b->size)
        return 0;
    uint64_t square = UINT64_C(1) << (8 * (move / b->size) + move % b->size), turned = square;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t line = 0, at = step(b, square, d);
        for (; at & p->word[1]; at = step(b, at, d))
            line |= at;
        if (at & p->word[0])
            turned |= line;
    }
    child->word[0] &= ~turned;
    child->word[1] |= turned;
    return 0;
}

static int plain_left(const struct plain_board *b, const struct plain_position *p)
{
    return __builtin_popcountll(b->table[BOARD][0] & ~(p->word[0] | p->word[1]));
}

/* Land counts; where one passes, the winner has the empty squares as well. */
static int plain_end(const struct plain_board *b, const struct plain_position *p)
{
    int margin = __builtin_popcountll(p->word[0]) - __builtin_popcountll(p->word[1]);
    int empty = b->passes ? plain_left(b, p) : 0;
    return margin + (margin > 0 ? empty : margin < 0 ? -empty : 0);
}

static void plain_turned(const struct plain_board *b, const struct plain_position *p, int way,
                         struct plain_position *turned)
{
    memset(turned, 0, sizeof *turned);
    for (int i = 0; i < 2; i++)
        for (uint64_t left = p->word[i]; left; left &= left - 1) {
            int bit = __builtin_ctzll(left);
            int square = plain_turn(b->size, way, bit / 8 * b->size + bit % 8);
            turned->word[i] |= UINT64_C(1) << (8 * (square / b->size) + square % b->size);
        }
}

static void plain_name(const struct plain_board *b, int move, char out[PLAIN_NAME])
{
    if (move == b->size * b->size)
        snprintf(out, PLAIN_NAME, "pass");
    else
        snprintf(out, PLAIN_NAME, "%d,%d", move / b->size, move % b->size);
}

const struct plain_rules plain_reversi = {
    .game = "reversi",
    .read = plain_read,
    .moves = plain_moves,
    .play = plain_play,
    .end = plain_end,
    .left = plain_left,
    .turn = plain_turned,
    .name = plain_name,
};
