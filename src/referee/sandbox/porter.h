/* porter.h - the process that starts wardens and cleans up after guests
 *
 * The porter is a small process, forked from the referee when the first program is prepared. It
 * forks every warden, for three reasons. The referee may have threads and much memory by then,
 * which makes fork() unsafe and slow. Control groups and directories must be removed even if the
 * referee is killed. And only a process outside the guest's namespaces that outlives the warden can
 * remove them.
 */
#ifndef REFEREE_SANDBOX_PORTER_H
#define REFEREE_SANDBOX_PORTER_H

#include "base/notes.h"
#include "referee/sandbox/policy.h"
#include "referee/sandbox/warden.h"

/* Starts the porter if there is none. The first call must come before this process has threads, or
 * it ends the process with a message and status 70; so programs are prepared before threads are
 * started. Returns the referee's own directory, or NULL with a fault noted. */
const char *porter_call(struct notes *);

/* Where that directory is made: TMPDIR if it is an absolute path, else /tmp. */
const char *porter_place(void);

/* Starts a warden and receives its hello. Returns the socket to it, or -1 with a fault noted.
 * porter_call() must have succeeded. *home: the guest's home directory, or -1. The warden opens it
 * and sends the descriptor, because it is visible only in the guest's mount namespace. */
int porter_admit(const struct policy *, struct warden_hello *, int *home, struct notes *);

/* Ends the warden and waits until nothing of its guest is left. */
void porter_dismiss(int warden);

#endif
