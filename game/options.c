#include "game/options.h"

#include <string.h>

#include "game/registry.h"

/* Adds a row, or widens the range of the one that has its name. */
static int merge(struct setup_option *rows, int count, const struct setup_option *row)
{
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, row->name) == 0) {
            if (row->min < rows[i].min)
                rows[i].min = row->min;
            if (row->max > rows[i].max)
                rows[i].max = row->max;
            return count;
        }
    if (count == OPTION_NAMES_MAX)
        registry_fail("names of options", OPTION_NAMES_MAX);
    rows[count] = *row;
    return count + 1;
}

int option_names(struct setup_option out[OPTION_NAMES_MAX])
{
    int count = 0;
    for (int i = 0; games[i]; i++) {
        if (game_option_count(games[i]) > SETUP_OPTIONS)
            registry_fail("options of one game", SETUP_OPTIONS);
        for (int row = 0; row < game_option_count(games[i]); row++)
            count = merge(out, count, &games[i]->options[row]);
    }
    return count;
}

int option_row(const struct game *game, const char *name)
{
    for (int row = 0; row < game_option_count(game); row++)
        if (strcmp(game->options[row].name, name) == 0)
            return row;
    return -1;
}

const char *option_fill(const struct game *game, const struct option_values *values,
                        struct setup *setup)
{
    struct setup_option names[OPTION_NAMES_MAX];
    int count = option_names(names);
    const char *unknown = NULL;
    for (int row = 0; row < SETUP_OPTIONS; row++)
        setup->option[row] = -1;
    for (int i = 0; i < count; i++) {
        int row = option_row(game, names[i].name);
        if (!values->given[i])
            continue;
        if (row >= 0)
            setup->option[row] = values->value[i];
        else if (values->value[i] > 0 && !unknown)
            unknown = names[i].name;
    }
    return unknown;
}
