/* replay_bundle.h - the question of a fault's bundle, asked again */
#ifndef CMD_REPLAY_BUNDLE_H
#define CMD_REPLAY_BUNDLE_H

#include "cmd/cli.h"

#define REPLAY_BUNDLE_DETAILS                                                                      \
    "A bundle is a directory that a fault has left. The program is asked the same question\n"      \
    "again, with the same limits, and confined, whatever the bundle says; --sandbox off runs it\n" \
    "unconfined. The command and the directories that it may read are shown before. Exit status\n" \
    "1 if it is at fault again.\n"

/* True if this path may be a bundle's, which is a directory. */
bool replay_is_bundle(const char *path);

/* Tells what is going to be run, asks it, and prints what was found then and now. The sandbox is
 * the caller's to choose, by the word "on" or "off" (NULL: on), whatever the bundle says. Returns
 * the exit status of the command: 1 if the program is at fault again. */
int replay_bundle(const struct command *, const char *dir, const char *word);

#endif
