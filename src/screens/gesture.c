#include "screens/gesture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/looks.h"

static const struct square nowhere = {-1, -1};

bool square_same(struct square a, struct square b)
{
    return a.row == b.row && a.column == b.column;
}

void gestures_find(const struct position *p, struct gestures *g)
{
    struct move moves[MOVES_MAX];
    struct shape *shape = memory_zero(sizeof *shape);
    memset(g, 0, sizeof *g);
    memset(g->area, -1, sizeof g->area);
    g->count = p->world->rules->moves(p, moves);
    g->gesture = memory_zero((size_t)(g->count + 1) * sizeof *g->gesture);
    for (int i = 0; i < g->count; i++) {
        shape_of(p, moves[i].code, shape);
        bool way = shape->kind == SHAPE_WAY;
        struct gesture *one = &g->gesture[i];
        *one = (struct gesture){.code = moves[i].code, .from = nowhere, .to = nowhere};
        if (shape->kind != SHAPE_NOWHERE)
            one->to = shape->cell[way];
        if (way)
            one->from = shape->cell[0];
        g->two_squares |= way;
        g->regions |= shape->kind == SHAPE_REGION;
        for (int k = 0; k < (way ? 1 : shape->cell_count); k++)
            g->area[shape->cell[k].row][shape->cell[k].column] = (int16_t)i;
    }
    free(shape);
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

int gesture_path(const struct position *p, const struct gesture *g, struct square *out, int most)
{
    struct shape *shape = memory_zero(sizeof *shape);
    shape_of(p, g->code, shape);
    bool way = shape->kind == SHAPE_WAY;
    int count = way ? shape->way_count : shape->cell_count;
    if (count > most)
        count = most;
    memcpy(out, way ? shape->way : shape->cell, (size_t)count * sizeof *out);
    free(shape);
    return count;
}
