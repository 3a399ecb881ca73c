/* plywood tournament status, report, export, names, purge - what came of it */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/foreign.h"
#include "base/json.h"
#include "cmd/tournament.h"
#include "cmd/tournament_display.h"
#include "serve/report.h"
#include "tournament/export.h"

struct options {
    const char *output, *format;
    int rows;
    bool json, quick;
};

static int run_status(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    struct store *store = tournament_open(command, argv[0], STORE_READ, NULL);
    struct standings s;
    struct notes notes = {0};
    struct text out = {0};
    if (!standings_make(store, &(struct standings_options){.quick = o.quick}, &s, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    if (o.json)
        display_json(store, &s, &out, &notes);
    else
        display_print(store, &s, o.rows, &out, &notes);
    printf("%s%s", out.data, o.json ? "\n" : "");
    text_free(&out);
    standings_free(&s);
    store_close(store);
    return 0;
}

/* A wrong completion of a name on the command line would replace all games by a page about them. */
static void refuse_store(const struct command *command, const char *where, const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    struct stat output, part;
    if (!path || stat(path, &output) != 0)
        return;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct text name = {0};
        text_add(&name, "%s%s", where, endings[i]);
        bool is_store = stat(name.data, &part) == 0 && part.st_dev == output.st_dev &&
                        part.st_ino == output.st_ino;
        text_free(&name);
        if (is_store)
            cli_fail(command, "--output: %s is the tournament's own file", path);
    }
}

/* Writes a file whole, or to standard output. */
static void deliver(const struct command *command, const char *path, const struct text *text)
{
    if (!path || strcmp(path, "-") == 0)
        fwrite(text->data, 1, text->length, stdout);
    else if (!file_replace(path, text->data, text->length))
        cli_cannot(command, "%s: %s", path, strerror(errno));
}

static int run_report(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    refuse_store(command, argv[0], o.output);
    struct store *store = tournament_open(command, argv[0], STORE_READ, NULL);
    struct notes notes = {0};
    struct text html = {0};
    if (!report_write(store, &(struct report_options){0}, &html, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    deliver(command, o.output, &html);
    text_free(&html);
    store_close(store);
    return 0;
}

static int run_export(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    const char *output = o.output;
    enum export_format kind;
    export_of_name(o.format, &kind);
    refuse_store(command, argv[0], output);
    struct settings settings;
    struct notes notes = {0};
    struct store *store = tournament_open(command, argv[0], STORE_READ, &settings);
    char *bytes = NULL;
    size_t count = 0;
    bool to_file = output && strcmp(output, "-") != 0;
    FILE *out = to_file ? open_memstream(&bytes, &count) : stdout;
    if (!out)
        cli_cannot(command, "%s", strerror(errno));
    struct export_options options = {
        .title = settings.title, .game = settings.game->title, .anonymous = settings.anonymous};
    if (!export_write(store, kind, &options, out, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    if (to_file && (fclose(out) != 0 || !file_replace(output, bytes, count)))
        cli_cannot(command, "%s: %s", output, strerror(errno));
    free(bytes);
    store_close(store);
    return 0;
}

static int run_names(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    const bool json = o.json;
    struct store *store = tournament_open(command, argv[0], STORE_READ, NULL);
    struct store_agent *agents;
    int count;
    struct notes notes = {0};
    struct text out = {0};
    if (!store_agents(store, &agents, &count, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    if (json)
        json_open(&out, NULL, '{');
    for (int i = 0; i < count; i++)
        if (json)
            json_put_string(&out, agents[i].name, agents[i].alias);
        else
            text_add(&out, "%s\t%s\n", agents[i].alias, agents[i].name);
    if (json)
        json_close(&out, '}');
    printf("%s%s", out.data ? out.data : "", json ? "\n" : "");
    text_free(&out);
    store_free_agents(agents, count);
    store_close(store);
    return 0;
}

static int run_purge(const struct command *command, int argc, char **argv)
{
    cli_parse(command, argc, argv, NULL);
    struct store *store = tournament_open(command, argv[0], STORE_WRITE, NULL);
    struct notes notes = {0};
    int64_t games = 0;
    if (!store_purge_host(store, argv[1], &games, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    if (!store_set_finished(store, false, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    printf("%lld games of %s do not count any more; run plays them again\n", (long long)games,
           shown(argv[1]));
    store_close(store);
    return 0;
}

static const struct cli_place store_place[] = {TOURNAMENT_STORE, {0}};

#define OUTPUT                                                                   \
    {                                                                            \
        "output", "FILE", "where it goes (-o for short), - for standard output", \
            CLI_STRING(struct options, output), .usual = "-"                     \
    }

static const struct cli_option status_table[] = {
    {"rows", "N", "the first N of the standings; else all",
     CLI_INT(struct options, rows, 1, FIELD_MOST)},
    {"quick", NULL, "leave out the intervals", CLI_FLAG(struct options, quick)},
    CLI_JSON(struct options, json),
    {0},
};

const struct command tournament_status = {
    .name = "tournament status",
    .summary = "tell how it stands",
    .places = store_place,
    .options = status_table,
    .examples = "tournament status cup.db\n"
                "tournament status cup.db --rows 10 --quick",
    .details =
        "It tells the games, the standings with ratings and intervals, the places that each\n"
        "agent can have, which agents were kept out and why, the hosts and whether one is out\n"
        "of line.\n",
    .run = run_status,
};

static const struct cli_option report_table[] = {OUTPUT, {0}};

const struct command tournament_report = {
    .name = "tournament report",
    .summary = "write a page that can be published",
    .places = store_place,
    .options = report_table,
    .examples = "tournament report cup.db -o report.html",
    .details = "It is one HTML file that needs nothing else: standings, cross table, what is\n"
               "certain, replays, faults with their evidence, hosts.\n",
    .run = run_report,
};

static const struct cli_option export_table[] = {
    {"format", "csv|json|pgn", "a table, objects, or PGN", CLI_WORD(struct options, format),
     .usual = "csv"},
    OUTPUT,
    {0},
};

const struct command tournament_export = {
    .name = "tournament export",
    .summary = "write the games for other tools",
    .places = store_place,
    .options = export_table,
    .examples = "tournament export cup.db -o games.csv\n"
                "tournament export cup.db --format pgn",
    .details =
        "It writes all games that count, and void ones: as a table, an object on each line,\n"
        "or with the tags of PGN for rating tools, the agent with the first move as White.\n",
    .run = run_export,
};

static const struct cli_option names_table[] = {CLI_JSON(struct options, json), {0}};

const struct command tournament_names = {
    .name = "tournament names",
    .summary = "tell whose aliases they are, for staff",
    .places = store_place,
    .options = names_table,
    .examples = "tournament names cup.db\n"
                "tournament names cup.db --json",
    .details = "It prints a line for each agent: alias, tab, name. Reports of an anonymous\n"
               "tournament show aliases alone; tell each author the own one.\n",
    .run = run_names,
};

static const struct cli_place purge_places[] = {
    TOURNAMENT_STORE,
    {"HOST", "the host", 1, 1},
    {0},
};

const struct command tournament_purge = {
    .name = "tournament purge",
    .summary = "have the games of a host played again",
    .places = purge_places,
    .examples = "tournament purge cup.db node17",
    .details = "The games that were played on HOST do not count any more, and the next run plays\n"
               "them again. It is for a host that 'plywood tournament status' calls out of line.\n",
    .run = run_purge,
};
