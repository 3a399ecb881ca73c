/* Fruit Rage once more, cell by cell: a board of characters as the file shows it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/twin.h"

enum { EDGE = 26 };

struct state {
    int n;
    int side;
    int score[2];
    char cell[EDGE][EDGE]; /* rows from the top */
};

static void *read_state(const char *text, const char *variant)
{
    (void)variant;
    struct state *s = calloc(1, sizeof *s);
    assert(s);
    int kinds, used;
    double seconds;
    int fields = sscanf(text, "%d %d %lf%n", &s->n, &kinds, &seconds, &used);
    assert(fields == 3 && s->n >= 1 && s->n <= EDGE);
    (void)fields;
    text += used;
    for (int row = 0; row < s->n; row++)
        for (int column = 0; column < s->n; column++) {
            text += strspn(text, " \t\r\n");
            assert(*text);
            s->cell[row][column] = *text++;
        }
    return s;
}

/* Replaces the fruit of this kind that is connected to a cell by '*'; returns how many they were.
 */
static int take(struct state *s, int row, int column, char kind)
{
    if (row < 0 || row >= s->n || column < 0 || column >= s->n || s->cell[row][column] != kind)
        return 0;
    s->cell[row][column] = '*';
    return 1 + take(s, row - 1, column, kind) + take(s, row + 1, column, kind) +
           take(s, row, column - 1, kind) + take(s, row, column + 1, kind);
}

/* A region is named after the lowest cell of its leftmost column, so that is where the search,
 * column by column from the bottom, comes upon it. */
static int moves(const void *state, char names[TWIN_MOVES_MAX][TWIN_NAME_MAX])
{
    struct state left = *(const struct state *)state;
    int count = 0;
    for (int column = 0; column < left.n; column++)
        for (int row = left.n - 1; row >= 0; row--)
            if (left.cell[row][column] != '*') {
                take(&left, row, column, left.cell[row][column]);
                snprintf(names[count++], TWIN_NAME_MAX, "%c%d", 'A' + column, row + 1);
            }
    return count;
}

static void fall(struct state *s, int column)
{
    int floor = s->n - 1;
    for (int row = s->n - 1; row >= 0; row--) {
        char fruit = s->cell[row][column];
        if (fruit == '*')
            continue;
        s->cell[row][column] = '*';
        s->cell[floor--][column] = fruit;
    }
}

static void play(void *state, const char *name)
{
    struct state *s = state;
    int column = name[0] - 'A', row = atoi(name + 1) - 1;
    assert(column >= 0 && column < s->n && row >= 0 && row < s->n && s->cell[row][column] != '*');
    int taken = take(s, row, column, s->cell[row][column]);
    s->score[s->side] += taken * taken;
    s->side = 1 - s->side;
    for (int i = 0; i < s->n; i++)
        fall(s, i);
}

static void score(const void *state, int out[2])
{
    const struct state *s = state;
    out[0] = s->score[0];
    out[1] = s->score[1];
}

static void board(const void *state, char *out)
{
    const struct state *s = state;
    for (int row = 0; row < s->n; row++) {
        memcpy(out, s->cell[row], (size_t)s->n);
        out += s->n;
        *out++ = '\n';
    }
    *out = 0;
}

const struct twin twin_fruit = {
    .game = "fruit",
    .read = read_state,
    .moves = moves,
    .play = play,
    .score = score,
    .board = board,
};
