/* plain.c - Fruit Rage, to check proofs by (verify/plain.h)
 *
 * A cell takes four bits, square after square: 0 is empty, 1 to 10 are the digits 0 to 9. Four
 * words hold 64 cells, so boards go up to 8 x 8.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/plain.h"

enum { EDGE_MAX = 8, CELLS = EDGE_MAX * EDGE_MAX, A_WORD = 16 };

static void unpack(const struct plain_board *b, const struct plain_position *p, uint8_t cell[CELLS])
{
    for (int i = 0; i < b->size * b->size; i++)
        cell[i] = p->word[i / A_WORD] >> 4 * (i % A_WORD) & 15;
}

static void pack(const struct plain_board *b, const uint8_t cell[CELLS], struct plain_position *p)
{
    memset(p, 0, sizeof *p);
    for (int i = 0; i < b->size * b->size; i++)
        p->word[i / A_WORD] |= (uint64_t)cell[i] << 4 * (i % A_WORD);
}

/* The size, the number of kinds, the time left, then the rows of digits; * is empty. */
static bool plain_read(const char *text, const char *rules, struct plain_board *b,
                       struct plain_position *start)
{
    char *at;
    long size = strtol(text, &at, 10);
    if (strcmp(rules, "default") != 0 || size < 1 || size > EDGE_MAX)
        return false;
    (void)strtol(at, &at, 10);
    (void)strtod(at, &at);
    b->size = (int)size;
    b->words = (b->size * b->size + A_WORD - 1) / A_WORD;
    b->turns = 3; /* left and right may be exchanged, but things fall down */
    uint8_t cell[CELLS];
    for (int i = 0; i < b->size * b->size; i++) {
        at += strspn(at, " \t\r\n");
        if (*at != '*' && (*at < '0' || *at > '9'))
            return false;
        cell[i] = *at == '*' ? 0 : (uint8_t)(*at - '0' + 1);
        at++;
    }
    pack(b, cell, start);
    return at[strspn(at, " \t\r\n")] == 0;
}

/* Empties the region of this kind around a square; returns how many cells it had. */
static int take(const struct plain_board *b, uint8_t cell[CELLS], int row, int column, int kind)
{
    int n = b->size;
    if (row < 0 || row >= n || column < 0 || column >= n || cell[row * n + column] != kind)
        return 0;
    cell[row * n + column] = 0;
    return 1 + take(b, cell, row - 1, column, kind) + take(b, cell, row + 1, column, kind) +
           take(b, cell, row, column - 1, kind) + take(b, cell, row, column + 1, kind);
}

/* A region is named after the lowest cell of its leftmost column. Large regions come first. */
static int plain_moves(const struct plain_board *b, const struct plain_position *p,
                       uint8_t moves[PLAIN_MOVES])
{
    uint8_t cell[CELLS];
    int count = 0, taken[CELLS];
    unpack(b, p, cell);
    for (int column = 0; column < b->size; column++)
        for (int row = b->size - 1; row >= 0; row--) {
            int square = row * b->size + column, at = count;
            if (cell[square] == 0)
                continue;
            int cells = take(b, cell, row, column, cell[square]);
            for (count++; at > 0 && taken[at - 1] < cells; at--) {
                taken[at] = taken[at - 1];
                moves[at] = moves[at - 1];
            }
            taken[at] = cells;
            moves[at] = (uint8_t)square;
        }
    return count;
}

static int plain_play(const struct plain_board *b, const struct plain_position *p, int move,
                      struct plain_position *child)
{
    uint8_t cell[CELLS], fallen[CELLS] = {0};
    int n = b->size;
    unpack(b, p, cell);
    int taken = take(b, cell, move / n, move % n, cell[move]);
    for (int column = 0; column < n; column++) {
        int floor = n - 1;
        for (int row = n - 1; row >= 0; row--)
            if (cell[row * n + column] != 0)
                fallen[floor-- * n + column] = cell[row * n + column];
    }
    pack(b, fallen, child);
    return taken * taken;
}

static int plain_end(const struct plain_board *b, const struct plain_position *p)
{
    (void)b, (void)p;
    return 0;
}

/* Fruits. */
static int plain_left(const struct plain_board *b, const struct plain_position *p)
{
    uint8_t cell[CELLS];
    int fruits = 0;
    unpack(b, p, cell);
    for (int i = 0; i < b->size * b->size; i++)
        fruits += cell[i] != 0;
    return fruits;
}

static void plain_turned(const struct plain_board *b, const struct plain_position *p, int way,
                         struct plain_position *turned)
{
    uint8_t cell[CELLS], other[CELLS] = {0};
    unpack(b, p, cell);
    for (int i = 0; i < b->size * b->size; i++)
        other[plain_turn(b->size, way, i)] = cell[i];
    pack(b, other, turned);
}

static void plain_name(const struct plain_board *b, int move, char out[PLAIN_NAME])
{
    snprintf(out, PLAIN_NAME, "%c%d", 'A' + move % b->size, move / b->size + 1);
}

const struct plain_rules plain_fruit = {
    .game = "fruit",
    .read = plain_read,
    .moves = plain_moves,
    .play = plain_play,
    .end = plain_end,
    .left = plain_left,
    .turn = plain_turned,
    .name = plain_name,
};
