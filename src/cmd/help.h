/* help.h - what the games add to the manual pages and messages of commands
 *
 * A text names no game. In it
 *
 *   {game}      stands for the name of a game, for examples,
 *   {names}     for --size and the names of the games' own set-up options, as in a sentence,
 *   {matches}   for how matches of each game are run: lines of a list,
 *   {grading}   for what each course grades, likewise,
 *   {limits}    for the limits of a move, in brackets.
 */
#ifndef CMD_HELP_H
#define CMD_HELP_H

#include "base/text.h"

/* Adds a text of this length with what its words in braces stand for. */
void help_expand(const char *help, size_t length, struct text *out);

#endif
