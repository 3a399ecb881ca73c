/* porter.h - who lets guests in and cleans up after them
 *
 * A small process of its own, forked from the referee when the first program is prepared. From it
 * every warden is forked, for three reasons: the referee may have threads and a large memory by
 * then, neither of which mixes well with fork; control groups and directories must be removed even
 * if the referee is killed; and somebody outside must outlive each warden to do so.
 */
#ifndef REFEREE_SANDBOX_PORTER_H
#define REFEREE_SANDBOX_PORTER_H

#include "base/notes.h"
#include "referee/sandbox/policy.h"
#include "referee/sandbox/warden.h"

/* Starts the porter if there is none, which must be before this process has threads: a program is
 * prepared before, and otherwise this ends with a message and status 70. Returns the referee's own
 * directory for this process, or NULL with a fault noted. */
const char *porter_call(struct notes *);

/* Where that directory is made: TMPDIR if it is a path from the top, else /tmp. */
const char *porter_place(void);

/* Lets a guest in: returns the socket to its warden, which has introduced itself; -1 with a fault
 * noted if that fails. porter_call() has been made. *home: the guest's home, opened by the warden,
 * since only those in the guest's namespace can see it; or -1. */
int porter_admit(const struct policy *, struct warden_hello *, int *home, struct notes *);

/* Closes the socket and waits until nothing of the guest is left. */
void porter_dismiss(int warden);

#endif
