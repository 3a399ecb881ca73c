/* plywood - one program, many subcommands */
#include <stdio.h>
#include <string.h>

#include "base/foreign.h"
#include "cmd/commands.h"
#include "cmd/manual.h"
#include "cmd/version.h"

/* plywood-grader, which course kits carry, is this file compiled with GRADER: the same program
 * without the commands that need a server, a screen or a store, or that a grader has no use for. */
#ifdef GRADER
#define PROGRAM "plywood-grader"
#else
#define PROGRAM "plywood"
#endif

/* A command stands with those whom its user needs beside it. */
static const struct command_group groups[] = {
#ifdef GRADER
    {"Judge", "grade a class", {&command_grade, &command_doctor, &command_replay_bundle}},
    {"Look",
     "look at positions and answers",
     {&command_games, &command_new, &command_show, &command_legal, &command_apply, &command_check}},
#else
    {"Play",
     "play and look at games",
     {&command_play, &command_serve, &command_replay, &command_analyze, &command_games,
      &command_demo}},
    {"Write an agent",
     "try an agent on positions, and find what is wrong with it",
     {&command_new, &command_show, &command_legal, &command_apply, &command_check, &command_move,
      &command_doctor, &command_lesson, &command_perft}},
    {"Judge",
     "play matches of anybody's programs, grade a class, hold a tournament",
     {&command_match, &command_grade, &command_kit, &command_tournament, &command_worker}},
    {"Study",
     "compare, solve, prove and measure",
     {&command_compare, &command_solve, &command_prove, &command_verify, &command_race,
      &command_lab, &command_tune, &command_bench}},
#endif
    {0},
};

static void print_usage(FILE *to)
{
    fprintf(to, "usage: " PROGRAM " COMMAND [ARGUMENTS]\n");
    for (const struct command_group *group = groups; group->title; group++) {
        fprintf(to, "\n%s\n", group->title);
        for (int i = 0; group->command[i]; i++)
            fprintf(to, "  %-10s %s\n", group->command[i]->name, group->command[i]->summary);
    }
    fprintf(to, "\n" PROGRAM " COMMAND --help tells more; " PROGRAM
                " --version how it was built;\n" PROGRAM
                " doctor --machine what this machine grants to a referee.\n");
}

static const struct command *find(const char *name)
{
    for (const struct command_group *group = groups; group->title; group++)
        for (int i = 0; group->command[i]; i++)
            if (strcmp(name, group->command[i]->name) == 0)
                return group->command[i];
    return NULL;
}

static int print_help(int argc, char **argv)
{
    const struct command *command = argc >= 2 ? find(argv[1]) : NULL;
#ifndef GRADER
    if (argc >= 2 && strncmp(argv[1], "--", 2) == 0)
        return manual_run(groups, argc, argv);
#endif
    if (command)
        cli_print_help(command);
    else
        print_usage(stdout);
    return 0;
}

/* Runs what the first word asks for; -1 if it asks for nothing that there is. */
static int run(const char *name, int argc, char **argv)
{
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help(argc, argv);
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        version_print(PROGRAM);
        return 0;
    }
    const struct command *command = find(name);
    return command ? command->run(command, argc, argv) : -1;
}

int main(int argc, char **argv)
{
    const char *name = argc >= 2 ? argv[1] : "";
    int status = run(name, argc - 1, argv + 1);
    if (status < 0) {
        if (*name)
            fprintf(stderr, PROGRAM ": unknown command \"%s\"\n", shown(name));
        print_usage(stderr);
        return EXIT_WRONG;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, PROGRAM " %s: standard output cannot be written\n", name);
        return EXIT_CANNOT;
    }
    return status;
}
