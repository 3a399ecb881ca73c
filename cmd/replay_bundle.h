/* replay_bundle.h - the question of a fault's bundle, asked again */
#ifndef CMD_REPLAY_BUNDLE_H
#define CMD_REPLAY_BUNDLE_H

#include "cmd/cli.h"

/* Asks it and prints what was found then and now. Returns the exit status of the command: 1 if the
 * program is at fault again. */
int replay_bundle(const struct command *, const char *dir);

#endif
