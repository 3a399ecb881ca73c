/* system_calls.h - system calls that no player of a board game needs
 *
 * The seccomp filter is a deny list. What the table does not name is allowed, because runtimes
 * differ in what they call, and the other layers still confine it. A forbidden call is not made:
 * the kernel suspends the caller and notifies the warden, which learns the name of the call and
 * ends the guest. A few calls that harmless runtimes try just fail, as on a kernel without them. A
 * shared mapping may contain memory that is in no process. If no memory group counts it, the warden
 * is asked before each such mapping and grants or refuses it.
 */
#ifndef REFEREE_SANDBOX_SYSTEM_CALLS_H
#define REFEREE_SANDBOX_SYSTEM_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Layers that are missing here, so that the filter has to forbid more. Without … */
enum {
    CALLS_WITHOUT_PID_NAMESPACE = 1, /* a guest knows the pids of processes outside */
    CALLS_WITHOUT_IPC_NAMESPACE = 2, /* System V memory is shared with the whole machine */
    CALLS_WITHOUT_SHARES = 4,        /* a new session gets a CPU share of its own (autogroup) */
    CALLS_WITHOUT_MEMORY_GROUP = 8,  /* memory that is in no process is not counted */
    CALLS_WITHOUT_FREEZER = 16,      /* SIGCONT resumes a stopped guest */
    CALLS_WITHOUT_NET_NAMESPACE = 32 /* abstract local sockets are visible to all */
};

/* Makes the filter from the table. That is slow, so the porter does it once and forked wardens
 * inherit it. A warden makes it again if layers are missing. */
void system_calls_prepare(unsigned without);
/* True if there is a filter. */
bool system_calls_known(void);
/* Puts the filter into force for this thread and its children. no_new_privs must be set. *listener
 * is the descriptor on which the kernel notifies of forbidden calls. It is -1 if the kernel cannot
 * do that; then these calls just fail. */
bool system_calls_forbid(int *listener);

struct system_call {
    char name[80];   /* "socket(2, …)" */
    bool asks;       /* a shared mapping, to be granted or refused; else the call is forbidden */
    bool is_socket;  /* it asks for the network */
    size_t bytes;    /* size of the mapping in whole pages; SIZE_MAX: never to be granted */
    uint64_t number; /* the id of the notification */
};

/* Receives a notification. False if the caller was killed meanwhile. */
bool system_calls_hear(int listener, struct system_call *);
/* Lets the call go on if error is 0, else makes it fail with that error. False if the caller was
 * killed meanwhile. */
bool system_calls_answer(int listener, const struct system_call *, int error);

#endif
