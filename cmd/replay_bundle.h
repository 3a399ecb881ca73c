/* replay_bundle.h - the question of a fault's bundle, asked again */
#ifndef CMD_REPLAY_BUNDLE_H
#define CMD_REPLAY_BUNDLE_H

#include "cmd/cli.h"
#include "referee/guest/contender.h"

/* Tells what is going to be run, asks it, and prints what was found then and now. The sandbox is
 * the caller's to choose, whatever the bundle says. Returns the exit status of the command: 1 if
 * the program is at fault again. */
int replay_bundle(const struct command *, const char *dir, enum sandbox);

#endif
