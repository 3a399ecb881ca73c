#include "game/registry.h"

#include <string.h>

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
