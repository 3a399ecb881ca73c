/* twin_halma.c - Halma as a beginner would program it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/twin.h"

enum { EDGE = 16 };

struct state {
    char cell[EDGE][EDGE]; /* [y][x]: 'B', 'W' or '.' */
    char mover;
    char winner; /* 0: nobody yet */
    int addendum;
};

struct trip {
    int fx, fy, tx, ty;
};

static int on_board(int x, int y)
{
    return x >= 0 && x < EDGE && y >= 0 && y < EDGE;
}

static int in_camp(char colour, int x, int y)
{
    static const int row_length[EDGE] = {5, 5, 4, 3, 2};
    return colour == 'B' ? x < row_length[y] : EDGE - 1 - x < row_length[EDGE - 1 - y];
}

static char other(char colour)
{
    return colour == 'B' ? 'W' : 'B';
}

static int has_won(const struct state *s, char colour)
{
    int own = 0;
    for (int y = 0; y < EDGE; y++)
        for (int x = 0; x < EDGE; x++)
            if (in_camp(other(colour), x, y)) {
                if (s->cell[y][x] == '.')
                    return 0;
                own += s->cell[y][x] == colour;
            }
    return own > 0;
}

static void *twin_read(const char *text, const char *variant)
{
    struct state *s = calloc(1, sizeof *s);
    char colour[8];
    int used;
    if (!s || sscanf(text, "%*s %7s %*s %n", colour, &used) != 1)
        abort();
    s->mover = colour[0];
    s->addendum = variant && strcmp(variant, "addendum") == 0;
    for (int y = 0; y < EDGE; y++, used += EDGE + 1)
        memcpy(s->cell[y], text + used, EDGE);
    if (has_won(s, other(s->mover)))
        s->winner = other(s->mover);
    return s;
}

/* Marks everything that jumps from here reach, on a board without the moving piece. */
static void jump_on(const struct state *s, int x, int y, char seen[EDGE][EDGE])
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int lx = x + 2 * dx, ly = y + 2 * dy;
            if (on_board(lx, ly) && s->cell[y + dy][x + dx] != '.' && s->cell[ly][lx] == '.' &&
                !seen[ly][lx]) {
                seen[ly][lx] = 1;
                jump_on(s, lx, ly, seen);
            }
        }
}

static int reach(const struct state *s, int fx, int fy, struct trip *out, int count)
{
    struct state lifted = *s;
    char seen[EDGE][EDGE] = {{0}};
    lifted.cell[fy][fx] = '.';
    jump_on(&lifted, fx, fy, seen);
    for (int ty = fy - 1; ty <= fy + 1; ty++)
        for (int tx = fx - 1; tx <= fx + 1; tx++)
            if (on_board(tx, ty) && lifted.cell[ty][tx] == '.')
                seen[ty][tx] = 1;
    seen[fy][fx] = 0;
    for (int ty = 0; ty < EDGE; ty++)
        for (int tx = 0; tx < EDGE; tx++) {
            int leaves_goal = in_camp(other(s->mover), fx, fy) && !in_camp(other(s->mover), tx, ty);
            int enters_camp = in_camp(s->mover, tx, ty) && !in_camp(s->mover, fx, fy);
            if (seen[ty][tx] && !leaves_goal && !(s->addendum && enters_camp))
                out[count++] = (struct trip){fx, fy, tx, ty};
        }
    return count;
}

static int leaves_camp(const struct state *s, struct trip t)
{
    return in_camp(s->mover, t.fx, t.fy) && !in_camp(s->mover, t.tx, t.ty);
}

static int onward_in_camp(const struct state *s, struct trip t)
{
    int forward = s->mover == 'B' ? 1 : -1;
    int dx = forward * (t.tx - t.fx), dy = forward * (t.ty - t.fy);
    return in_camp(s->mover, t.fx, t.fy) && in_camp(s->mover, t.tx, t.ty) && dx >= 0 && dy >= 0 &&
           dx + dy > 0;
}

static int keep(const struct state *s, int (*wanted)(const struct state *, struct trip),
                struct trip *list, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        kept += wanted(s, list[i]);
    if (kept == 0)
        return 0;
    kept = 0;
    for (int i = 0; i < count; i++)
        if (wanted(s, list[i]))
            list[kept++] = list[i];
    return kept;
}

static int twin_moves(const void *state, char names[TWIN_MOVES_MAX][TWIN_NAME_MAX])
{
    const struct state *s = state;
    static struct trip list[TWIN_MOVES_MAX];
    int count = 0;
    if (s->winner)
        return 0;
    for (int y = 0; y < EDGE; y++)
        for (int x = 0; x < EDGE; x++)
            if (s->cell[y][x] == s->mover)
                count = reach(s, x, y, list, count);
    if (s->addendum) {
        int kept = keep(s, leaves_camp, list, count);
        if (kept == 0)
            kept = keep(s, onward_in_camp, list, count);
        if (kept > 0)
            count = kept;
    }
    for (int i = 0; i < count; i++)
        snprintf(names[i], TWIN_NAME_MAX, "%d,%d-%d,%d", list[i].fx, list[i].fy, list[i].tx,
                 list[i].ty);
    return count;
}

static void twin_play(void *state, const char *name)
{
    struct state *s = state;
    struct trip t;
    if (sscanf(name, "%d,%d-%d,%d", &t.fx, &t.fy, &t.tx, &t.ty) != 4)
        abort();
    s->cell[t.ty][t.tx] = s->cell[t.fy][t.fx];
    s->cell[t.fy][t.fx] = '.';
    if (has_won(s, s->mover))
        s->winner = s->mover;
    s->mover = other(s->mover);
}

static void twin_score(const void *state, int score[2])
{
    const struct state *s = state;
    score[0] = s->winner == 'B';
    score[1] = s->winner == 'W';
}

static void twin_board(const void *state, char *out)
{
    const struct state *s = state;
    for (int y = 0; y < EDGE; y++) {
        memcpy(out, s->cell[y], EDGE);
        out[EDGE] = '\n';
        out += EDGE + 1;
    }
    *out = 0;
}

const struct twin twin_halma = {
    .game = "halma",
    .read = twin_read,
    .moves = twin_moves,
    .play = twin_play,
    .score = twin_score,
    .board = twin_board,
};
