/* forker.h - the thread of the warden from which guests are forked
 *
 * A child begins in the control groups of the thread that forks it. In version 2 it can be born
 * into another group; in version 1 it would have to be moved, which takes tens of milliseconds. So
 * one thread of the warden belongs to the guest's groups of version 1, and does nothing but fork.
 * The warden itself stays outside: its memory is not on the guest's account, and the kernel, when
 * it looks for somebody to kill there, never looks at the thread of a process whose first thread is
 * elsewhere.
 */
#ifndef REFEREE_SANDBOX_FORKER_H
#define REFEREE_SANDBOX_FORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "referee/sandbox/meter.h"

/* Starts the thread and has it join the meter's groups. Where there are none to join the calling
 * thread forks. False, errno set, if it cannot be started. */
bool forker_start(struct meter *);

/* Calls a function, which forks and returns what fork() does, in that thread; it does not return in
 * the child. */
pid_t forker_call(pid_t (*fork_child)(void *), void *context);

#endif
