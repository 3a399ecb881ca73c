/* plywood tournament - a whole class plays, on one machine or on many */
#include "cmd/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/shell.h"
#include "cmd/commands.h"
#include "cmd/parts.h"
#include "tournament/tryout.h"

static const struct command *const parts[] = {
    &tournament_new,
    &tournament_run,
    &tournament_status,
    &tournament_report,
    &tournament_export,
    &tournament_add,
    &tournament_replace,
    &tournament_withdraw,
    &tournament_names,
    &tournament_purge,
    NULL,
};

char *tournament_word(const char *where)
{
    char *name = store_name(where);
    struct text word = {0};
    shell_add_word(&word, name);
    free(name);
    return word.data;
}

struct store *tournament_open(const struct command *command, const char *where,
                              enum store_access access, struct settings *settings)
{
    struct notes notes = {0};
    struct store *store = store_open(where, access, &notes);
    struct text json = {0};
    if (!store || (settings && (!store_settings(store, &json, &notes) ||
                                !settings_read(json.data ? json.data : "", settings, &notes))))
        cli_fail(command, "%s", notes_why(&notes));
    text_free(&json);
    return store;
}

static void tell_refused(void *context, const struct entrant *e)
{
    const struct command *command = context;
    fflush(stdout);
    if (e->reason[0])
        fprintf(stderr, "plywood %s: %s is kept out: %s\n", command->name, e->name,
                shown(e->reason));
}

void tournament_try(const struct command *command, const struct settings *settings,
                    struct field *field, int jobs)
{
    struct notes notes = {0};
    if (!tryout_run(field, settings, jobs, tell_refused, (void *)command, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
}

int tournament_enter(const struct command *command, struct store *store,
                     const struct settings *settings, struct field *field, bool is_new)
{
    struct notes notes = {0};
    struct text json = {0};
    int entered = 0;
    settings_write(settings, &json);
    if (!field_draw(field, store, settings->anonymous, &notes) ||
        !field_enter(store, field, is_new ? json.data : NULL, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    for (int i = 0; i < field->count; i++)
        entered += !field->entrant[i].reason[0];
    text_free(&json);
    return entered;
}

struct store_agent *tournament_agent(const struct command *command, struct store_agent *agents,
                                     int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(agents[i].name, name) == 0)
            return &agents[i];
    for (int i = 0; i < count; i++)
        if (strcmp(agents[i].alias, name) == 0)
            return &agents[i];
    cli_fail(command, "there is no agent \"%s\"", name);
}

static int run(const struct command *command, int argc, char **argv)
{
    (void)command;
    return parts_run(&tournament_parts, argc, argv);
}

static const struct cli_place place_table[] = {
    PARTS_PLACE,
    {"STORE", "a file, or postgresql://… where many machines play", 1, 1},
    PARTS_ARGUMENTS,
    {0},
};

const struct command command_tournament = {
    .name = "tournament",
    .summary = "let a whole class play, on one machine or on many",
    .places = place_table,
    .examples = "tournament new cup.db {game} greedy random --games 2 --nodes 100\n"
                "tournament run cup.db",
    .details = "docs/tournaments.md tells all.\n",
    .run = run,
};

const struct command_parts tournament_parts = {&command_tournament, parts};
