/* commands.h - every subcommand of plywood; plywood.c lists them
 *
 * Help, manual pages and completions follow from that list and from the commands' own help.
 */
#ifndef CMD_COMMANDS_H
#define CMD_COMMANDS_H

#include "cmd/cli.h"

extern const struct command command_games, command_show, command_legal, command_apply,
    command_check, command_perft, command_move, command_play, command_compare, command_demo,
    command_lab, command_tune, command_bench, command_solve, command_match, command_replay,
    command_grade, command_doctor, command_serve, command_analyze, command_new, command_kit,
    command_tournament, command_worker, command_prove, command_verify, command_replay_bundle,
    command_lesson;

/* Commands that the same people need. */
enum { COMMANDS_A_GROUP = 16 };
struct command_group {
    const char *title;                               /* NULL: the row after the last */
    const char *words;                               /* what they are for */
    const struct command *command[COMMANDS_A_GROUP]; /* the last one is NULL */
};

#endif
