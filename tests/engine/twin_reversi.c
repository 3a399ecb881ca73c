/* The slow twin of land bidding: cells in an array, one square after the other. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/twin.h"

enum { EDGE = 64 };

struct state {
    int n, mover; /* 1 or 2 */
    bool passes;
    int cell[EDGE][EDGE];
};

/* How many discs a player would turn over from a square in one direction. */
static int turned(const struct state *s, int player, int row, int column, int down, int right)
{
    for (int count = 0;; count++) {
        row += down;
        column += right;
        if (row < 0 || row >= s->n || column < 0 || column >= s->n || s->cell[row][column] == 0)
            return 0;
        if (s->cell[row][column] == player)
            return count;
    }
}

static bool may_claim(const struct state *s, int player, int row, int column)
{
    if (s->cell[row][column] != 0)
        return false;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if ((down != 0 || right != 0) && turned(s, player, row, column, down, right) > 0)
                return true;
    return false;
}

static int claims(const struct state *s, int player, char names[][TWIN_NAME_MAX])
{
    int count = 0;
    for (int row = 0; row < s->n; row++)
        for (int column = 0; column < s->n; column++)
            if (may_claim(s, player, row, column))
                snprintf(names[count++], TWIN_NAME_MAX, "%d,%d", row, column);
    return count;
}

/* The digits after the SCORE line are the cells, row by row. */
static void *twin_read(const char *text, const char *variant)
{
    struct state *s = calloc(1, sizeof *s);
    assert(s);
    s->passes = variant && strcmp(variant, "othello") == 0;
    s->mover = text[0] - '0';
    const char *board = strchr(text, '\n');
    board = board ? strchr(board + 1, '\n') : NULL;
    assert(board);
    int cells = 0;
    for (const char *p = board; *p; p++)
        cells += *p >= '0' && *p <= '2';
    while (s->n * s->n < cells)
        s->n++;
    assert(s->n <= EDGE && s->n * s->n == cells);
    int i = 0;
    for (const char *p = board; *p; p++)
        if (*p >= '0' && *p <= '2') {
            s->cell[i / s->n][i % s->n] = *p - '0';
            i++;
        }
    return s;
}

static int twin_moves(const void *state, char names[TWIN_MOVES_MAX][TWIN_NAME_MAX])
{
    const struct state *s = state;
    int count = claims(s, s->mover, names);
    if (count > 0 || !s->passes)
        return count;
    if (claims(s, 3 - s->mover, names) == 0)
        return 0;
    snprintf(names[0], TWIN_NAME_MAX, "pass");
    return 1;
}

static void twin_play(void *state, const char *name)
{
    struct state *s = state;
    int row, column;
    if (sscanf(name, "%d,%d", &row, &column) == 2) {
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++) {
                if (down == 0 && right == 0)
                    continue;
                int count = turned(s, s->mover, row, column, down, right);
                for (int i = 1; i <= count; i++)
                    s->cell[row + i * down][column + i * right] = s->mover;
            }
        s->cell[row][column] = s->mover;
    }
    s->mover = 3 - s->mover;
}

static void twin_score(const void *state, int score[2])
{
    const struct state *s = state;
    score[0] = score[1] = 0;
    for (int row = 0; row < s->n; row++)
        for (int column = 0; column < s->n; column++)
            if (s->cell[row][column] != 0)
                score[s->cell[row][column] - 1]++;
    int empty = s->n * s->n - score[0] - score[1];
    static char names[TWIN_MOVES_MAX][TWIN_NAME_MAX];
    if (s->passes && score[0] != score[1] && twin_moves(s, names) == 0)
        score[score[0] > score[1] ? 0 : 1] += empty;
}

static void twin_board(const void *state, char *out)
{
    const struct state *s = state;
    for (int row = 0; row < s->n; row++) {
        out += sprintf(out, row == 0 ? "((" : "), (");
        for (int column = 0; column < s->n; column++)
            out += sprintf(out, column == 0 ? "%d" : ", %d", s->cell[row][column]);
    }
    sprintf(out, "))\n");
}

const struct twin twin_reversi = {
    .game = "reversi",
    .read = twin_read,
    .moves = twin_moves,
    .play = twin_play,
    .score = twin_score,
    .board = twin_board,
};
