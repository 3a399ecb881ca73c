#include "game/shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct square *list, int *count, int most, int row, int column)
{
    if (*count < most)
        list[(*count)++] = (struct square){row, column};
}

/* The cells of one paint that hang together with this one. */
static void fill_region(const struct picture *picture, struct square first, struct shape *shape)
{
    static const struct square steps[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    bool seen[PICTURE_EDGE][PICTURE_EDGE] = {{false}};
    uint8_t paint = picture->cell[first.row][first.column].paint;
    seen[first.row][first.column] = true;
    shape->cell[shape->cell_count++] = first;
    for (int at = 0; at < shape->cell_count; at++)
        for (int d = 0; d < 4; d++) {
            int row = shape->cell[at].row + steps[d].row;
            int column = shape->cell[at].column + steps[d].column;
            if (row < 0 || column < 0 || row >= picture->rows || column >= picture->columns ||
                seen[row][column] || picture->cell[row][column].paint != paint)
                continue;
            seen[row][column] = true;
            add(shape->cell, &shape->cell_count, SHAPE_CELLS_MAX, row, column);
        }
    memcpy(shape->effect, shape->cell, (size_t)shape->cell_count * sizeof *shape->cell);
    shape->effect_count = shape->cell_count;
}

/* The answer file has the way, a line for each leg: "J x,y x,y". */
static void find_way(const struct position *p, unsigned code, struct shape *shape)
{
    struct text answer = {0};
    p->world->game->answer_write(p, code, &answer);
    for (const char *line = answer.data; line && *line;) {
        int x, y, to_x, to_y;
        if (sscanf(line, "%*c %d,%d %d,%d", &x, &y, &to_x, &to_y) == 4) {
            if (shape->way_count == 0)
                add(shape->way, &shape->way_count, SHAPE_WAY_MAX, y, x);
            add(shape->way, &shape->way_count, SHAPE_WAY_MAX, to_y, to_x);
        }
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    text_free(&answer);
}

/* What is painted otherwise afterwards; a square that was empty is no flip, but a cover is. */
static void find_changes(const struct picture *before, const struct position *child,
                         struct shape *shape)
{
    struct picture after = {0};
    child->world->game->draw(child, &after);
    const struct square *own = &shape->cell[0];
    for (int row = 0; row < after.rows; row++)
        for (int column = 0; column < after.columns; column++) {
            uint8_t was = before->cell[row][column].paint, is = after.cell[row][column].paint;
            bool placed = row == own->row && column == own->column;
            if (was != is && !(placed && !child->world->game->pays))
                add(shape->effect, &shape->effect_count, SHAPE_CELLS_MAX, row, column);
        }
}

void shape_of(const struct position *p, unsigned code, struct shape *shape)
{
    const struct game *game = p->world->game;
    *shape = (struct shape){0};
    struct position *child = position_new(p->world);
    p->world->rules->play(p, code, child);
    shape->gain = child->score[p->side] - p->score[p->side];

    char name[MOVE_NAME_MAX], letter;
    int a, b, c, d;
    struct picture picture = {0};
    game->move_name(p, code, name);
    game->draw(p, &picture);
    if (sscanf(name, "%d,%d-%d,%d", &a, &b, &c, &d) == 4) {
        shape->kind = SHAPE_WAY;
        add(shape->cell, &shape->cell_count, SHAPE_CELLS_MAX, b, a);
        add(shape->cell, &shape->cell_count, SHAPE_CELLS_MAX, d, c);
        find_way(p, code, shape);
    } else if (sscanf(name, "%d,%d", &a, &b) == 2) {
        shape->kind = SHAPE_SQUARE;
        add(shape->cell, &shape->cell_count, SHAPE_CELLS_MAX, a, b);
        find_changes(&picture, child, shape);
    } else if (picture.letters && sscanf(name, "%c%d", &letter, &a) == 2) {
        shape->kind = SHAPE_REGION;
        fill_region(&picture, (struct square){a - 1, letter - 'A'}, shape);
    }
    free(child);
}
