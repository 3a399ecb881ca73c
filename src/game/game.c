#include "game/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

struct position *position_new(const struct world *world)
{
    struct position *p = memory_aligned(POSITION_ALIGN, world->position_bytes);
    p->world = world;
    return p;
}

struct position *position_copy(const struct position *from)
{
    struct position *p = position_new(from->world);
    memcpy(p, from, from->world->position_bytes);
    return p;
}

struct problem *problem_new(struct world *world)
{
    struct problem *problem = memory_zero(sizeof *problem);
    problem->world = world;
    problem->position = position_new(world);
    problem->seconds = -1;
    return problem;
}

void problem_free(struct problem *problem)
{
    if (!problem)
        return;
    free(problem->position);
    free(problem->world);
    free(problem);
}

int game_variant(const struct game *game, const char *name)
{
    if (!name)
        return 0;
    for (int i = 0; game->variants[i].name; i++)
        if (strcmp(game->variants[i].name, name) == 0)
            return i;
    return -1;
}

int game_option_count(const struct game *game)
{
    int count = 0;
    while (game->options && game->options[count].name)
        count++;
    return count;
}

int setup_value(const struct game *game, const struct setup *setup, int row)
{
    const struct setup_option *option = &game->options[row];
    return setup->option[row] < option->min ? option->standard : setup->option[row];
}

bool position_is_over(const struct position *p)
{
    struct move list[MOVES_MAX];
    return p->world->rules->moves(p, list) == 0;
}

bool position_has_move(const struct position *p, unsigned code)
{
    struct move list[MOVES_MAX];
    int count = p->world->rules->moves(p, list);
    for (int i = 0; i < count; i++)
        if (list[i].code == code)
            return true;
    return false;
}

int position_move_to(const struct position *p, const struct position *after)
{
    struct move list[MOVES_MAX];
    struct position *child = position_new(p->world);
    int count = p->world->rules->moves(p, list), found = -1;
    for (int i = 0; i < count && found < 0; i++) {
        p->world->rules->play(p, list[i].code, child);
        if (child->key == after->key)
            found = list[i].code;
    }
    free(child);
    return found;
}

int position_margin(const struct position *p)
{
    return p->score[SIDE_FIRST] - p->score[SIDE_SECOND];
}

void position_score(const struct position *p, int out[2])
{
    const struct rules *rules = p->world->rules;
    if (rules->final_score && position_is_over(p)) {
        rules->final_score(p, out);
        return;
    }
    out[SIDE_FIRST] = p->score[SIDE_FIRST];
    out[SIDE_SECOND] = p->score[SIDE_SECOND];
}

int position_banked(const struct position *p)
{
    const struct game *game = p->world->game;
    return game->pays ? game->unit * (p->score[p->side] - p->score[!p->side]) : 0;
}

double position_points(const struct position *p, int value)
{
    const struct game *game = p->world->game;
    if (game->win_bonus > 0 && abs(value) > game->win_bonus / 2) {
        int margin = (abs(value) - game->win_bonus) / game->unit;
        margin = margin > 1 ? margin : 1;
        return value > 0 ? margin : -margin;
    }
    return (double)(position_banked(p) + value) / game->unit;
}

void problem_play_random(struct problem *problem, uint64_t seed, int plies)
{
    struct random random = {seed};
    const struct rules *rules = problem->world->rules;
    struct move moves[MOVES_MAX];
    for (int i = 0; i < plies; i++) {
        int count = rules->moves(problem->position, moves);
        if (count == 0)
            return;
        struct position *child = position_new(problem->world);
        rules->play(problem->position, moves[random_below(&random, (unsigned)count)].code, child);
        free(problem->position);
        problem->position = child;
    }
}
