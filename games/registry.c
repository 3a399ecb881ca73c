#include "games/registry.h"

#include <string.h>

extern const struct game game_fruit, game_halma, game_reversi, game_laser;

/* To add a game: its folder, and one line here. The order matters to game_of_lines() alone: a
 * game whose file has a telling first line comes before one that is known by its digits. */
const struct game *const games[] = {
    &game_halma, &game_reversi, &game_fruit, &game_laser, NULL,
};

const struct game *game_by_name(const char *name)
{
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}

const struct game *game_of_lines(const struct lines *lines)
{
    for (int i = 0; games[i]; i++)
        if (games[i]->recognise(lines))
            return games[i];
    return NULL;
}
