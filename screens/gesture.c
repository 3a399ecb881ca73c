#include "screens/gesture.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static const struct square nowhere = {-1, -1};

bool square_same(struct square a, struct square b)
{
    return a.row == b.row && a.column == b.column;
}

static bool is_piece(int paint)
{
    return paint == PAINT_FIRST || paint == PAINT_SECOND;
}

/* A piece that was not there, and the place that a piece has left. */
static void compare(const struct picture *before, const struct picture *after, struct gesture *g)
{
    g->from = g->to = nowhere;
    for (int r = 0; r < before->rows; r++) {
        for (int c = 0; c < before->columns; c++) {
            bool was = is_piece(before->cell[r][c].paint), is = is_piece(after->cell[r][c].paint);
            if (is && !was)
                g->to = (struct square){r, c};
            else if (was && !is)
                g->from = (struct square){r, c};
        }
    }
}

/* A square named by a letter and a number from 1. */
static struct square named_square(const char *name, const struct picture *picture)
{
    struct square square = {atoi(name + 1) - 1, name[0] - 'A'};
    bool inside = square.row >= 0 && square.row < picture->rows && square.column >= 0 &&
                  square.column < picture->columns;
    return inside ? square : nowhere;
}

/* Gives all connected squares with the same glyph to gesture number `index`. */
static void spread(const struct picture *picture, struct square start, int16_t index,
                   int16_t area[PICTURE_EDGE][PICTURE_EDGE])
{
    struct square stack[PICTURE_EDGE * PICTURE_EDGE];
    int height = 0;
    char glyph = picture->cell[start.row][start.column].glyph;
    stack[height++] = start;
    area[start.row][start.column] = index;
    while (height > 0) {
        struct square at = stack[--height];
        const struct square around[4] = {{at.row - 1, at.column},
                                         {at.row + 1, at.column},
                                         {at.row, at.column - 1},
                                         {at.row, at.column + 1}};
        for (int i = 0; i < 4; i++) {
            struct square s = around[i];
            if (s.row < 0 || s.row >= picture->rows || s.column < 0 ||
                s.column >= picture->columns || area[s.row][s.column] == index ||
                picture->cell[s.row][s.column].glyph != glyph)
                continue;
            area[s.row][s.column] = index;
            stack[height++] = s;
        }
    }
}

static void draw(const struct position *p, struct picture *picture)
{
    memset(picture, 0, sizeof *picture);
    p->world->game->draw(p, picture);
}

void gestures_find(const struct position *p, struct gestures *g)
{
    struct move moves[MOVES_MAX];
    struct picture before, after;
    struct position *child = position_new(p->world);
    memset(g, 0, sizeof *g);
    memset(g->area, -1, sizeof g->area);
    g->count = p->world->rules->moves(p, moves);
    g->gesture = memory_zero((size_t)(g->count + 1) * sizeof *g->gesture);
    draw(p, &before);
    for (int i = 0; i < g->count; i++) {
        struct gesture *one = &g->gesture[i];
        if (before.letters) {
            char name[MOVE_NAME_MAX];
            p->world->game->move_name(p, moves[i].code, name);
            *one = (struct gesture){0, nowhere, named_square(name, &before)};
            if (one->to.row >= 0)
                spread(&before, one->to, (int16_t)i, g->area);
        } else {
            p->world->rules->play(p, moves[i].code, child);
            draw(child, &after);
            compare(&before, &after, one);
            struct square place = one->from.row >= 0 ? one->from : one->to;
            g->two_squares |= one->from.row >= 0;
            if (place.row >= 0)
                g->area[place.row][place.column] = (int16_t)i;
        }
        one->code = moves[i].code;
    }
    free(child);
}

void gestures_free(struct gestures *g)
{
    free(g->gesture);
    g->gesture = NULL;
    g->count = 0;
}

const struct gesture *gesture_of(const struct gestures *g, struct square from, struct square to)
{
    if (!g->two_squares)
        return g->area[to.row][to.column] < 0 ? NULL : &g->gesture[g->area[to.row][to.column]];
    for (int i = 0; i < g->count; i++)
        if (square_same(g->gesture[i].from, from) && square_same(g->gesture[i].to, to))
            return &g->gesture[i];
    return NULL;
}

const struct gesture *gesture_of_code(const struct gestures *g, unsigned code)
{
    for (int i = 0; i < g->count; i++)
        if (g->gesture[i].code == code)
            return &g->gesture[i];
    assert(!"the move is legal");
    return NULL;
}

const struct gesture *gesture_without_squares(const struct gestures *g)
{
    return g->count == 1 && g->gesture[0].to.row < 0 ? &g->gesture[0] : NULL;
}

/* The answer file of a move from square to square names all stops, as pairs of numbers; whether the
 * row or the column comes first shows in the first of them. */
static int stops(const struct position *p, const struct gesture *g, struct square *out, int most)
{
    struct text answer = {0};
    p->world->game->answer_write(p, g->code, &answer);
    int count = 0, a, b, used;
    bool column_first = false;
    for (const char *at = answer.data; *at;) {
        if (sscanf(at, "%d,%d%n", &a, &b, &used) != 2) {
            at++;
            continue;
        }
        at += used;
        if (count == 0)
            column_first = a == g->from.column && b == g->from.row;
        struct square stop = column_first ? (struct square){b, a} : (struct square){a, b};
        if (count < most && (count == 0 || !square_same(out[count - 1], stop)))
            out[count++] = stop;
    }
    text_free(&answer);
    return count;
}

int gesture_path(const struct position *p, const struct gesture *g, struct square *out, int most)
{
    if (g->to.row < 0)
        return 0;
    if (g->from.row >= 0)
        return stops(p, g, out, most);
    struct picture picture;
    draw(p, &picture);
    if (!picture.letters) {
        out[0] = g->to;
        return 1;
    }
    int16_t area[PICTURE_EDGE][PICTURE_EDGE] = {0};
    int count = 0;
    spread(&picture, g->to, 1, area);
    for (int r = 0; r < picture.rows; r++)
        for (int c = 0; c < picture.columns; c++)
            if (area[r][c] && count < most)
                out[count++] = (struct square){r, c};
    return count;
}
