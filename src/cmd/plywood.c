/* plywood - one program, many subcommands */
#include <stdio.h>
#include <string.h>

#include "base/foreign.h"
#include "cmd/commands.h"
#include "cmd/manual.h"
#include "cmd/parts.h"
#include "cmd/version.h"

/* plywood-grader, which course kits carry, is this file compiled with GRADER: the same program
 * without the commands that need a server, a screen or a store, or that a grader has no use for. */
#ifdef GRADER
#define PROGRAM "plywood-grader"
#else
#define PROGRAM "plywood"
#endif

const char cli_program[] = PROGRAM;
#ifdef GRADER
const bool cli_has_manual = false;
#else
const bool cli_has_manual = true;
#endif

#define OF_GAMES "Of one game"

/* A command stands with those whom its user needs beside it. */
static struct command_group groups[] = {
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
     {&command_compare, &command_solve, &command_prove, &command_verify, &command_lab,
      &command_tune, &command_bench}},
    {OF_GAMES, "what single games add", {0}},
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

#ifdef GRADER
static void list_game_commands(void)
{
}

static const struct command *find_part(const char *name)
{
    (void)name;
    return NULL;
}
#else
/* Fills in the group of the games' own commands. */
static void list_game_commands(void)
{
    struct command_group *group = groups;
    while (strcmp(group->title, OF_GAMES) != 0)
        group++;
    for (int i = 0; i < COMMANDS_A_GROUP - 1 && game_commands[i].whole; i++)
        group->command[i] = game_commands[i].whole;
    if (!group->command[0]) /* it is the last one */
        group->title = NULL;
}

/* A part of a game's command by the part's name alone, as it was called before games had commands
 * of their own. */
static const struct command *find_part(const char *name)
{
    for (const struct command_parts *of = game_commands; of->whole; of++)
        for (const struct command *const *part = of->parts; *part; part++)
            if (strcmp(name, part_name(*part)) == 0)
                return *part;
    return NULL;
}
#endif

/* The command that the words name, or a part of it: "match", "tournament run", "race". */
static const struct command *find_words(int argc, char **argv)
{
    const struct command *command = argc >= 2 ? find(argv[1]) : NULL;
    if (argc >= 2 && !command)
        command = find_part(argv[1]);
#ifndef GRADER
    const struct command *const *part = command && argc >= 3 ? parts_of(command) : NULL;
    for (; part && *part; part++)
        if (strcmp(argv[2], part_name(*part)) == 0)
            return *part;
#endif
    return command;
}

static int print_help(int argc, char **argv)
{
    const struct command *command = find_words(argc, argv);
#ifndef GRADER
    if (argc >= 2 && strncmp(argv[1], "--", 2) == 0)
        return manual_run(groups, argc, argv);
#endif
    if (command) {
        cli_print_help(command);
    } else if (argc >= 2) {
        fprintf(stderr, PROGRAM ": unknown command \"%s\"\n", shown(argv[1]));
        print_usage(stderr);
        return EXIT_WRONG;
    } else {
        print_usage(stdout);
    }
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
    if (!command && (command = find_part(name)))
        fprintf(stderr, PROGRAM ": " PROGRAM " %s is now called " PROGRAM " %s\n", name,
                command->name);
    return command ? command->run(command, argc, argv) : -1;
}

int main(int argc, char **argv)
{
    const char *name = argc >= 2 ? argv[1] : "";
    list_game_commands();
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
