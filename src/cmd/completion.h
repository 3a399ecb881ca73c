/* completion.h - scripts with which a shell completes plywood's commands, options and values */
#ifndef CMD_COMPLETION_H
#define CMD_COMPLETION_H

#include "cmd/commands.h"

/* Adds the script for a shell, "bash", "zsh" or "fish". False if there is none for it. */
bool completion_add(const struct command_group *, const char *shell, struct text *out);

/* The shells, the last one NULL. */
extern const char *const completion_shells[];

#endif
