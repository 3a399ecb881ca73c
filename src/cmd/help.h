/* help.h - what the games add to the help and the messages of commands
 *
 * A help text names no game. In it
 *
 *   {options}   stands for the set-up options of all games, as a usage writes them,
 *   {names}     for --size and the names of these options, as a sentence does,
 *   {matches}   for how matches of each game are run: lines of a list,
 *   {grading}   for what each course grades, likewise,
 *   {limits}    for the limits of a move, in brackets,
 *   {talk}      for the options of the games' managers, as a usage writes them,
 *   {manners}   for what each of these chooses: lines of a list with a sentence before it.
 */
#ifndef CMD_HELP_H
#define CMD_HELP_H

#include "base/text.h"

/* Adds a help text of this length with what its words in braces stand for. */
void help_expand(const char *help, size_t length, struct text *out);

#endif
