#include "game/registry.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/looks.h"

const struct game *game_by_name(const char *name)
{
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}

void registry_fail(const char *limit, int most)
{
    fprintf(stderr, "plywood: there are more than %d %s in the registry\n", most, limit);
    exit(70);
}

static int order_of(const struct game *game)
{
    return game->looks ? game->looks->order : INT_MAX;
}

int games_for_people(const struct game *out[REGISTRY_MAX])
{
    int count = 0;
    for (; games[count]; count++) {
        if (count == REGISTRY_MAX)
            registry_fail("games", REGISTRY_MAX);
        int at = count;
        for (; at > 0 && order_of(out[at - 1]) > order_of(games[count]); at--)
            out[at] = out[at - 1];
        out[at] = games[count];
    }
    return count;
}

const struct game *game_of_lines(const struct lines *lines)
{
    for (int i = 0; games[i]; i++)
        if (games[i]->recognise(lines))
            return games[i];
    return NULL;
}
