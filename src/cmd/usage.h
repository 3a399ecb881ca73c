/* usage.h - what --help shows: how a command is called, examples, its arguments and options */
#ifndef CMD_USAGE_H
#define CMD_USAGE_H

#include "cmd/table.h"

enum { USAGE_WIDTH = 80 }; /* columns at most */

/* Adds "usage: " and the forms of the call, a line each. */
void usage_add_forms(const struct command *, struct text *out);

/* Adds what follows the command's name in its first form: its places and needed options. */
void usage_add_arguments(const struct command *, struct text *out);

/* Adds the row's option with its value, "--depth N". */
void usage_add_option(const struct cli_row *, struct text *out);

/* Adds the summary as a sentence. */
void usage_add_sentence(const struct command *, struct text *out);

/* Adds the beginning of the screen: forms, sentence, examples, and an empty line. */
void usage_add_head(const struct command *, struct text *out);

/* Adds the whole screen. */
void usage_add_screen(const struct command *, struct text *out);

#endif
