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

static int run_status(const struct command *command, int argc, char **argv)
{
    bool json = false, quick = false;
    int rows = 0;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"json", CLI_FLAG, &json, 0, 0},
                                    {"quick", CLI_FLAG, &quick, 0, 0},
                                    {"rows", CLI_INT, &rows, 1, FIELD_MOST},
                                    {0}},
              1, 1);
    struct store *store = tournament_open(command, argv[0], STORE_READ, NULL);
    struct standings s;
    struct notes notes = {0};
    struct text out = {0};
    if (!standings_make(store, &(struct standings_options){.quick = quick}, &s, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    if (json)
        display_json(store, &s, &out, &notes);
    else
        display_print(store, &s, rows, &out, &notes);
    printf("%s%s", out.data, json ? "\n" : "");
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
    const char *output = NULL;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"output", CLI_STRING, &output, 0, 0}, {0}}, 1, 1);
    refuse_store(command, argv[0], output);
    struct store *store = tournament_open(command, argv[0], STORE_READ, NULL);
    struct notes notes = {0};
    struct text html = {0};
    if (!report_write(store, &(struct report_options){0}, &html, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    deliver(command, output, &html);
    text_free(&html);
    store_close(store);
    return 0;
}

static int run_export(const struct command *command, int argc, char **argv)
{
    const char *format = "csv", *output = NULL;
    enum export_format kind;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"format", CLI_STRING, &format, 0, 0},
                                    {"output", CLI_STRING, &output, 0, 0},
                                    {0}},
              1, 1);
    if (!export_of_name(format, &kind))
        cli_fail(command, "--format: expected csv, json or pgn, found \"%s\"", format);
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
    bool json = false;
    cli_parse(command, argc, argv, (struct cli_option[]){{"json", CLI_FLAG, &json, 0, 0}, {0}}, 1,
              1);
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
    cli_parse(command, argc, argv, (struct cli_option[]){{0}}, 2, 2);
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

const struct command tournament_status = {
    "tournament status", "tell how it stands",
    "usage: plywood tournament status STORE [--rows N] [--quick] [--json]\n\n"
    "Games, standings with ratings and intervals, the places that each agent can have, who was\n"
    "kept out and why, hosts and whether one is out of line. --quick leaves out the intervals.\n",
    run_status};

const struct command tournament_report = {
    "tournament report", "write a page that can be published",
    "usage: plywood tournament report STORE [--output FILE]\n\n"
    "One HTML file that needs nothing else: standings, cross table, what is certain, replays,\n"
    "faults with their evidence, hosts.\n",
    run_report};

const struct command tournament_export = {
    "tournament export", "write the games for other tools",
    "usage: plywood tournament export STORE [--format csv|json|pgn] [--output FILE]\n\n"
    "All games that count, and void ones: as a table, an object on each line, or with the tags of\n"
    "PGN for rating tools, the agent with the first move as White.\n",
    run_export};

const struct command tournament_names = {
    "tournament names", "tell whose aliases they are, for staff",
    "usage: plywood tournament names STORE [--json]\n\n"
    "A line for each agent: alias, tab, name. Reports of an anonymous tournament show aliases\n"
    "alone; tell each author the own one.\n",
    run_names};

const struct command tournament_purge = {
    "tournament purge", "have the games of a host played again",
    "usage: plywood tournament purge STORE HOST\n\n"
    "What was played on HOST does not count any more, and is played again by the next run. For a\n"
    "host that 'status' calls out of line.\n",
    run_purge};
