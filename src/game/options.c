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

static const struct talk_option *talk_of(const struct game *game)
{
    static const struct talk_option none;
    return game->conversation && game->conversation->options ? game->conversation->options : &none;
}

int talk_names(struct talk_option out[OPTION_NAMES_MAX])
{
    int count = 0;
    for (int i = 0; games[i]; i++)
        for (const struct talk_option *row = talk_of(games[i]); row->name; row++) {
            int at = 0;
            while (at < count && strcmp(out[at].name, row->name) != 0)
                at++;
            if (at == OPTION_NAMES_MAX)
                registry_fail("names of managers' options", OPTION_NAMES_MAX);
            if (at == count)
                out[count++] = *row;
        }
    return count;
}

bool talk_fill(const struct game *game, const struct talk_values *values, int *dialect,
               const char **option, struct notes *notes)
{
    struct talk_option names[OPTION_NAMES_MAX];
    int count = talk_names(names);
    for (int i = 0; i < count; i++) {
        const struct talk_option *row = talk_of(game);
        *option = names[i].name;
        while (values->value[i] && row->name && strcmp(row->name, names[i].name) != 0)
            row++;
        if (!values->value[i])
            continue;
        if (!row->name) {
            notes_fault(notes, 0, "%s has none", game->title);
            return false;
        }
        if (!game->conversation->choose(dialect, row->name, values->value[i], notes))
            return false;
    }
    return true;
}
