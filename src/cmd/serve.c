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

/* Options that may be given several times. */
struct repeated {
    const char *name; /* with its dashes */
    const char **list;
    int *count;
};

/* Takes such an option out of the arguments. Returns how many arguments are left. */
static int take_repeated(const struct command *command, int argc, char **argv,
                         const struct repeated *option)
{
    size_t length = strlen(option->name);
    int kept = 0;
    for (int i = 0; i < argc; i++) {
        const char *value = NULL;
        if (strcmp(argv[i], option->name) == 0 && i + 1 < argc)
            value = argv[++i];
        else if (strncmp(argv[i], option->name, length) == 0 && argv[i][length] == '=')
            value = argv[i] + length + 1;
        if (!value) {
            argv[kept++] = argv[i];
            continue;
        }
        if (*option->count == SERVE_LIST_MAX)
            cli_fail(command, "%s: at most %d", option->name, SERVE_LIST_MAX);
        option->list[(*option->count)++] = value;
    }
    return kept;
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
    struct serve_options options = {.matches = true};
    char usual[LIBRARY_PATH];
    bool keeps_none = false;
    const struct repeated repeated[] = {{"--record", options.record, &options.record_count},
                                        {"--opponent", options.opponent, &options.opponent_count}};
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++)
        argc = take_repeated(command, argc, argv, &repeated[i]);
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"port", CLI_INT, &options.port, 1, 65535},
                                    {"listen", CLI_STRING, &options.listen, 0, 0},
                                    {"token", CLI_STRING, &options.token, 0, 0},
                                    {"record", CLI_STRING, &options.record[0], 0, 0},
                                    {"opponent", CLI_STRING, &options.opponent[0], 0, 0},
                                    {"records", CLI_STRING, &options.records, 0, 0},
                                    {"keep", CLI_STRING, &options.keep, 0, 0},
                                    {"no-keep", CLI_FLAG, &keeps_none, 0, 0},
                                    {"keep-games", CLI_INT, &options.keep_games, 1, 100000},
                                    {"tournament", CLI_STRING, &options.tournament, 0, 0},
                                    {0}},
              0, 0);
    if (options.keep && keeps_none)
        cli_fail(command, "--keep and --no-keep contradict each other");
    if (!options.keep && !keeps_none && shelf_usual_directory(usual))
        options.keep = usual;
    const char *token = getenv("PLYWOOD_TOKEN");
    if (!options.token && token && *token)
        options.token = token;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    struct notes notes = {0};
    struct server *server = serve_start(&options, &notes);
    if (!server)
        cli_fail(command, "%s", notes_why(&notes));
    printf("plywood is at %s%s%s (Ctrl-C ends it)\n", serve_address(server),
           options.token ? "?token=" : "", options.token ? options.token : "");
    fflush(stdout);
    warn_of_missing(&options);
    wait_for_end(&signals);
    serve_stop(server);
    return 0;
}

const struct command command_serve = {
    "serve", "play, analyse, review and watch in the browser",
    "usage: plywood serve [--port N] [--record FILE]… [--records DIR] [--opponent NAME=SPEC]…\n"
    "                     [--tournament STORE] [--keep DIR | --no-keep] [--keep-games N]\n"
    "                     [--listen ADDRESS --token TOKEN]\n\n"
    "Serves the playground at http://127.0.0.1:8642/, or at the next port that is free, until it "
    "is\n"
    "interrupted. --record shows a record of 'plywood match', also while it is being written;\n"
    "--records shows all of a directory; --tournament shows one of 'plywood tournament', live.\n"
    "--opponent offers an agent program, named as in 'plywood\n"
    "match' (cmd:COMMAND or a directory), as an opponent; GAME/NAME=SPEC offers it for one game.\n"
    "--keep names the directory in which the games that are played are kept as records; else it "
    "is\n"
    "plywood/games in XDG_DATA_HOME or ~/.local/share. At most N (1000) are kept, the oldest go.\n"
    "--no-keep keeps them in the browser alone. docs/playground.md tells the rest.\n"
    "--listen serves another address of this machine, to those who know the token; PLYWOOD_TOKEN "
    "in the\n"
    "environment tells it as well, and does not show in the list of processes.\n",
    run};
