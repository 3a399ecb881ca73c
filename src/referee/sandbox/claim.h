/* claim.h - a referee's directory and control groups, and how others see that it is dead
 *
 * Each referee has a directory of its own, plywood-XXXXXX, with a file "owner" in it. All its
 * processes share a flock(2) on that file, which the kernel drops when the last of them ends, even
 * by SIGKILL. Before a control group is made, its path is appended to the file. So a process that
 * gets the lock knows that the referee is dead, and reads in the file what to remove.
 */
#ifndef REFEREE_SANDBOX_CLAIM_H
#define REFEREE_SANDBOX_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

/* Makes the directory below the parent and writes its full path to base[room]. Returns the file
 * "owner", open and locked: all processes of the referee keep it open. -1, errno set, on failure.
 */
int claim_make(const char *parent, char *base, size_t room);

/* The random part of the directory's name, which the names of the referee's control groups contain
 * too. */
const char *claim_mark(const char *base);

/* Kills all processes in the control groups that the owner's file lists, removes the groups, then
 * the directory. False, errno set, if the directory could not be removed. */
bool claim_clear(const char *base);

/* Clears the directories of dead referees below the parent, if they belong to our user. Keeps one
 * in case of doubt. A directory without an owner's file may be one that is just being made, so it
 * is kept for a minute. */
void claim_sweep(const char *parent);

#endif
