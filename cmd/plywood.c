/* plywood - one program, many subcommands */
#include <stdio.h>
#include <string.h>

#include "cmd/commands.h"

static const struct command *const commands[] = {
    &command_games, &command_show, &command_legal,   &command_apply, &command_check, &command_perft,
    &command_move,  &command_play, &command_compare, &command_demo,  &command_lab,   &command_bench,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *to)
{
    fprintf(to, "usage: plywood COMMAND [ARGUMENTS]\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(to, "\nplywood COMMAND --help tells more about each.\n");
}

int main(int argc, char **argv)
{
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        print_usage(stdout);
        return 0;
    }
    for (int i = 0; argc >= 2 && i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            return commands[i]->run(commands[i], argc - 1, argv + 1);
    if (argc >= 2)
        fprintf(stderr, "plywood: unknown command \"%s\"\n", argv[1]);
    print_usage(stderr);
    return EXIT_WRONG;
}
