#include "game/reducing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The brush that paints like this; ground of any kind is empty. */
static uint8_t brush_of(const struct game *game, uint8_t paint)
{
    const struct brush *brush = game->looks->brushes;
    for (uint8_t i = 0; brush[i].name; i++)
        if (brush[i].paint == paint)
            return i;
    return 0;
}

void reduction_of(const struct position *p, struct reduction *out)
{
    const struct game *game = p->world->game;
    struct picture *picture = memory_zero(sizeof *picture);
    game->draw(p, picture);
    *out = (struct reduction){.world = *p->world, .board.side = p->side};
    out->board.world = &out->world;
    for (int row = 0; row < picture->rows; row++)
        for (int column = 0; column < picture->columns; column++)
            out->board.brush[row][column] = brush_of(game, picture->cell[row][column].paint);
    free(picture);
}

void reduction_copy(struct reduction *to, const struct reduction *from)
{
    *to = *from;
    to->board.world = &to->world;
}

struct problem *reduction_read(const struct reduction *r, struct text *text)
{
    const struct game *game = r->world.game;
    struct text file = {0};
    game->looks->compose(&r->board, &file);
    struct lines lines = lines_cut(file.data, file.length);
    struct notes notes = {0};
    struct problem *problem = game->read(&lines, game->variants[r->world.variant].name, &notes);
    lines_free(&lines);
    struct move moves[MOVES_MAX];
    if (problem && (notes.faults > 0 || problem->position->over ||
                    problem->world->rules->moves(problem->position, moves) < 2)) {
        problem_free(problem);
        problem = NULL;
    }
    text_add_bytes(text, file.data, file.length);
    text_free(&file);
    return problem;
}

bool reduction_cut(struct reduction *r, int row, int column)
{
    const int size = r->world.size;
    assert(row >= 0 && row < size && column >= 0 && column < size);
    if (size - 1 < r->world.game->size_min)
        return false;
    for (int i = 0; i < size - 1; i++)
        for (int j = 0; j < size - 1; j++)
            r->board.brush[i][j] = r->board.brush[i + (i >= row)][j + (j >= column)];
    for (int i = 0; i < size; i++)
        r->board.brush[i][size - 1] = r->board.brush[size - 1][i] = 0;
    r->world.size = size - 1;
    r->renames = true;
    return true;
}

int reduction_count(const struct reduction *r)
{
    int count = 0;
    for (int row = 0; row < r->world.size; row++)
        for (int column = 0; column < r->world.size; column++)
            count += r->board.brush[row][column] != 0;
    return count;
}

int reduction_cuts_and_squares(const struct reduction *r)
{
    return 2 * r->world.size * r->world.size;
}

bool reduction_cut_or_empty(struct reduction *r, int way)
{
    const int size = r->world.size, squares = size * size;
    const int row = way % squares / size, column = way % size;
    if (way < squares)
        return reduction_cut(r, row, column);
    bool is_something = r->board.brush[row][column] != 0;
    r->board.brush[row][column] = 0;
    return is_something;
}
