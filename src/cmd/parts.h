/* parts.h - commands that have parts, as 'plywood tournament run' */
#ifndef CMD_PARTS_H
#define CMD_PARTS_H

#include "cmd/cli.h"

struct command_parts {
    const struct command *whole;        /* NULL: the row after the last */
    const struct command *const *parts; /* their names have both words; the last one is NULL */
};

extern const struct command_parts tournament_parts;

/* What single games add. A program has one list of them, as it has one registry: games/commands.c
 * for what we ship. */
extern const struct command_parts game_commands[];

/* The parts of a command; NULL if it has none. */
const struct command *const *parts_of(const struct command *);

/* A part's own name, "run", or that of a command that is none. */
const char *part_name(const struct command *);

/* Runs the part that the first argument names; it gets the rest. */
int parts_run(const struct command_parts *, int argc, char **argv);

/* The first and the last place of the whole. */
#define PARTS_PLACE                          \
    {                                        \
        "PART", "one of the following", 1, 1 \
    }
#define PARTS_ARGUMENTS                         \
    {                                           \
        "ARGUMENT", "what the part takes", 0, 2 \
    }

#endif
