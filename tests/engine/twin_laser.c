/* Laser Checkmate on a plain array of cells, straight from the rules page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/twin.h"

enum { EDGE = 64 };

struct state {
    int size;
    char cell[EDGE][EDGE]; /* '.', '#', or 'a' and 'b' for the two sides' emitters */
    int placed;            /* emitters on the board; the side to move follows from it */
    int start[2];          /* squares covered when the state was read */
};

static int reach(const struct state *s, int row, int column, int rows, int columns)
{
    int steps = 0;
    while (steps < 3) {
        row += rows;
        column += columns;
        if (row < 0 || row >= s->size || column < 0 || column >= s->size)
            break;
        if (s->cell[row][column] == '#')
            break;
        steps++;
    }
    return steps;
}

/* Marks what every emitter of one side covers. */
static void mark(const struct state *s, char owner, bool marked[EDGE][EDGE])
{
    memset(marked, 0, EDGE * sizeof marked[0]);
    for (int row = 0; row < s->size; row++)
        for (int column = 0; column < s->size; column++) {
            if (s->cell[row][column] != owner)
                continue;
            for (int rows = -1; rows <= 1; rows++)
                for (int columns = -1; columns <= 1; columns++) {
                    int steps = reach(s, row, column, rows, columns);
                    for (int i = 0; i <= steps; i++)
                        marked[row + i * rows][column + i * columns] = true;
                }
        }
}

static void count_covered(const struct state *s, int covered[2])
{
    for (int side = 0; side < 2; side++) {
        bool marked[EDGE][EDGE];
        mark(s, side == 0 ? 'a' : 'b', marked);
        covered[side] = 0;
        for (int row = 0; row < s->size; row++)
            for (int column = 0; column < s->size; column++)
                covered[side] += marked[row][column];
    }
}

static void *twin_read(const char *text, const char *variant)
{
    (void)variant;
    struct state *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    char *rest;
    s->size = (int)strtol(text, &rest, 10);
    const char *digits = rest;
    char board[EDGE][EDGE];
    for (int row = 0; row < s->size; row++)
        for (int column = 0; column < s->size; column++) {
            digits += strcspn(digits, "0123");
            board[row][column] = *digits++;
            if (board[row][column] == '1' || board[row][column] == '2')
                s->placed++;
        }
    bool first_to_move = s->placed % 2 == 0;
    for (int row = 0; row < s->size; row++)
        for (int column = 0; column < s->size; column++) {
            char *cell = &s->cell[row][column];
            switch (board[row][column]) {
            case '1': *cell = first_to_move ? 'a' : 'b'; break;
            case '2': *cell = first_to_move ? 'b' : 'a'; break;
            case '3': *cell = '#'; break;
            default: *cell = '.';
            }
        }
    count_covered(s, s->start);
    return s;
}

static int twin_moves(const void *state, char names[TWIN_MOVES_MAX][TWIN_NAME_MAX])
{
    const struct state *s = state;
    bool a[EDGE][EDGE], b[EDGE][EDGE];
    mark(s, 'a', a);
    mark(s, 'b', b);
    int count = 0;
    for (int row = 0; row < s->size; row++)
        for (int column = 0; column < s->size; column++)
            if (s->cell[row][column] == '.' && !a[row][column] && !b[row][column])
                snprintf(names[count++], TWIN_NAME_MAX, "%d,%d", row, column);
    return count;
}

static void twin_play(void *state, const char *name)
{
    struct state *s = state;
    int row, column;
    if (sscanf(name, "%d,%d", &row, &column) != 2)
        abort();
    s->cell[row][column] = s->placed % 2 == 0 ? 'a' : 'b';
    s->placed++;
}

static void twin_score(const void *state, int score[2])
{
    const struct state *s = state;
    count_covered(s, score);
    score[0] -= s->start[0];
    score[1] -= s->start[1];
}

static void twin_board(const void *state, char *out)
{
    const struct state *s = state;
    char mine = s->placed % 2 == 0 ? 'a' : 'b';
    for (int row = 0; row < s->size; row++) {
        for (int column = 0; column < s->size; column++) {
            char c = s->cell[row][column];
            *out++ = c == '.' ? '0' : c == '#' ? '3' : c == mine ? '1' : '2';
        }
        *out++ = '\n';
    }
    *out = 0;
}

const struct twin twin_laser = {
    .game = "laser",
    .read = twin_read,
    .moves = twin_moves,
    .play = twin_play,
    .score = twin_score,
    .board = twin_board,
};
