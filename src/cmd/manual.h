/* manual.h - manual pages and completions, made from the commands' own help
 *
 *   plywood help --man [COMMAND|rules|AGENT]   one page, in the language of man(7)
 *   plywood help --manual DIR                  all of them, as files
 *   plywood help --completion SHELL            for bash, zsh or fish
 *
 * These are for the build, and stand in no list of commands.
 */
#ifndef CMD_MANUAL_H
#define CMD_MANUAL_H

#include "cmd/commands.h"

/* Does what these words ask for, the first of which is "help". Returns the exit status. */
int manual_run(const struct command_group *, int argc, char **argv);

#endif
