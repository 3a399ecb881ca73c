/* plywood - one program, many subcommands */
#include <stdio.h>
#include <string.h>

#include "base/foreign.h"
#include "cmd/commands.h"

static const struct command *const commands[] = {
    &command_games,  &command_show,    &command_legal,  &command_apply,   &command_check,
    &command_perft,  &command_move,    &command_play,   &command_compare, &command_demo,
    &command_lab,    &command_tune,    &command_bench,  &command_solve,   &command_prove,
    &command_verify, &command_match,   &command_replay, &command_grade,   &command_doctor,
    &command_serve,  &command_analyze, &command_new,    &command_kit,     &command_tournament,
    &command_worker,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
    fprintf(to, "usage: plywood COMMAND [ARGUMENTS]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(to, "\nplywood COMMAND --help tells more; plywood --version how it was built.\n");
}

/* What a report of a fault has to name. */
static void print_version(void)
{
#ifdef __AVX2__
    const char *instructions = "AVX2";
#else
    const char *instructions = "portable";
#endif
#ifdef NDEBUG
    const char *checks = "";
#else
    const char *checks = ", with assertions";
#endif
    printf("plywood, not yet released; %s instructions%s; compiler %s\n", instructions, checks,
           __VERSION__);
}

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i];
    return NULL;
}

int main(int argc, char **argv)
{
    const char *name = argc >= 2 ? argv[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        const struct command *command = argc >= 3 ? find(argv[2]) : NULL;
        if (command)
            cli_print_help(command);
        else
            print_usage(stdout);
        return 0;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        print_version();
        return 0;
    }
    const struct command *command = find(name);
    if (!command) {
        if (*name)
            fprintf(stderr, "plywood: unknown command \"%s\"\n", shown(name));
        print_usage(stderr);
        return EXIT_WRONG;
    }
    int status = command->run(command, argc - 1, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "plywood %s: standard output cannot be written\n", name);
        return EXIT_CANNOT;
    }
    return status;
}
