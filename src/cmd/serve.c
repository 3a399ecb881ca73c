/* plywood serve - the playground in the browser */
#include "base/foreign.h"
#include "serve/server.h"
#include "serve/shelf.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/commands.h"

struct options {
    struct serve_options serve;
    struct cli_list records, opponents;
    bool keeps_none;
};

/* Copies the values of an option that may be given several times. */
static void take_list(const struct command *command, const char *option,
                      const struct cli_list *given, const char **list, int *count)
{
    if (given->count > SERVE_LIST_MAX)
        cli_fail(command, "%s: at most %d", option, SERVE_LIST_MAX);
    for (int i = 0; i < given->count; i++)
        list[i] = given->word[i];
    *count = given->count;
}

/* A record may well be written later, but more often its name is misspelt. */
static void warn_of_missing(const struct serve_options *options)
{
    for (int i = 0; i < options->record_count; i++)
        if (access(options->record[i], R_OK) != 0)
            fprintf(stderr, "plywood serve: %s cannot be read; it is shown as soon as it can\n",
                    shown(options->record[i]));
    if (options->records && access(options->records, R_OK | X_OK) != 0)
        fprintf(stderr, "plywood serve: the directory %s cannot be read\n",
                shown(options->records));
}

/* Waits until the program is asked to end. The signals are blocked. */
static void wait_for_end(const sigset_t *signals)
{
    int got;
    while (sigwait(signals, &got) != 0)
        ;
}

static int run(const struct command *command, int argc, char **argv)
{
    static struct options o = {.serve.matches = true};
    struct serve_options *options = &o.serve;
    static char usual[LIBRARY_PATH];
    cli_parse(command, argc, argv, &o);
    take_list(command, "--record", &o.records, options->record, &options->record_count);
    take_list(command, "--opponent", &o.opponents, options->opponent, &options->opponent_count);
    if (options->keep && o.keeps_none)
        cli_fail(command, "--keep and --no-keep contradict each other");
    if (!options->keep && !o.keeps_none && shelf_usual_directory(usual))
        options->keep = usual;
    const char *token = getenv("PLYWOOD_TOKEN");
    if (!options->token && token && *token)
        options->token = token;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    struct notes notes = {0};
    struct server *server = serve_start(options, &notes);
    if (!server)
        cli_fail(command, "%s", notes_why(&notes));
    printf("plywood is at %s%s%s (Ctrl-C ends it)\n", serve_address(server),
           options->token ? "?token=" : "", options->token ? options->token : "");
    fflush(stdout);
    warn_of_missing(options);
    wait_for_end(&signals);
    serve_stop(server);
    return 0;
}

static const struct cli_option option_table[] = {
    {"port", "N", "the port; else 8642, or the next one that is free",
     CLI_INT(struct options, serve.port, 1, 65535)},
    {.help = "What is shown"},
    {"record", "FILE", "a record of 'plywood match'; may be repeated",
     CLI_LIST(struct options, records)},
    {"records", "DIR", "all records of a directory", CLI_STRING(struct options, serve.records)},
    {"tournament", "STORE", "a tournament of 'plywood tournament', live",
     CLI_STRING(struct options, serve.tournament)},
    {"opponent", "NAME=SPEC", "offer a program as an opponent; may be repeated",
     CLI_LIST(struct options, opponents)},
    {.help = "Games that are played"},
    {"keep", "DIR", "keep them as records in this directory; else in the user's own",
     CLI_STRING(struct options, serve.keep)},
    {"no-keep", NULL, "keep them in the browser alone", CLI_FLAG(struct options, keeps_none)},
    {"keep-games", "N", "how many to keep; the oldest go",
     CLI_INT(struct options, serve.keep_games, 1, 100000), .standard = SHELF_GAMES},
    {.help = "For other machines"},
    {"listen", "ADDRESS", "serve this address of the machine; it needs a token",
     CLI_STRING(struct options, serve.listen)},
    {"token", "TOKEN", "admit those who know the token", CLI_STRING(struct options, serve.token)},
    {0},
};

const struct command command_serve = {
    .name = "serve",
    .summary = "play, analyse, review and watch in the browser",
    .options = option_table,
    .examples = "serve\n"
                "serve --record match.jsonl --opponent mine=cmd:./agent",
    .details =
        "The playground is at http://127.0.0.1:8642/, or at the next port that is free, until\n"
        "it is interrupted. docs/playground.md tells the rest.\n"
        "\n"
        "--record shows a record also while it is being written. SPEC of --opponent is a\n"
        "program, cmd:COMMAND or a directory, as in 'plywood match'. GAME/NAME=SPEC offers it\n"
        "for one game.\n"
        "\n"
        "Without --keep and --no-keep the games are kept in plywood/games in XDG_DATA_HOME or\n"
        "~/.local/share. --listen demands a token. PLYWOOD_TOKEN in the environment is\n"
        "another way to set it; it does not show in the list of processes.\n",
    .run = run,
};
