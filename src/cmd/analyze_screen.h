/* analyze_screen.h - plywood analyze FILE: a position on the full screen, and what the search makes
 * of it */
#ifndef CMD_ANALYZE_SCREEN_H
#define CMD_ANALYZE_SCREEN_H

#include "cmd/cli.h"

/* Returns the exit status; fails if the file is no position or this is no terminal to draw on.
 * variant: NULL for the default; lines: of analysis, 0 for the default. */
int analyze_screen(const struct command *, const char *file, const char *variant, bool strict,
                   int lines);

#endif
