#include "referee/match/conventions.h"

#include <string.h>

static const struct convention conventions[] = {
    {"fruit", .games = 11, .best_of = true, .time_decides = true, .again = true},
    {"halma", .games = 10, .time_decides = true}, /* even: both begin equally often */
    {"reversi", .games = 10},
    {"laser", .games = 10},
    {NULL, .games = 10},
};

const struct convention *convention_of(const struct game *game)
{
    const struct convention *row = conventions;
    while (row->game && strcmp(row->game, game->name) != 0)
        row++;
    return row;
}
