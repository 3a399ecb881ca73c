/* forker.h - the warden's thread that forks guests
 *
 * A child starts in the control groups of the thread that forks it. With cgroup v2 clone3() can put
 * it into another group; with cgroup v1 it would have to be moved, which takes tens of
 * milliseconds. So one thread of the warden joins the guest's v1 groups and does nothing but fork.
 * The warden's main thread stays outside. That keeps the warden's memory out of the guest's account
 * and the warden safe from the OOM killer of the guest's group, which ignores a process whose main
 * thread is not in the group.
 */
#ifndef REFEREE_SANDBOX_FORKER_H
#define REFEREE_SANDBOX_FORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "referee/sandbox/meter.h"

/* Starts the thread, which joins the meter's v1 groups. If there are none, no thread is started and
 * forker_call() forks in its caller's thread. False, errno set, if it cannot be started. */
bool forker_start(struct meter *);

/* Calls a function in that thread. It must fork, and return what fork() does in the parent; in the
 * child it must not return. */
pid_t forker_call(pid_t (*fork_child)(void *), void *context);

#endif
