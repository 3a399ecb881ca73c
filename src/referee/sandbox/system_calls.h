/* system_calls.h - system calls that no player of a board game needs
 *
 * The table forbids; what it does not name is allowed, because runtimes differ in what they call
 * and the other layers hold whatever is left. A forbidden call is not made: the kernel holds the
 * caller and tells the warden, who knows then which call it was, and ends the guest. A few calls
 * that runtimes try on the way to something harmless just fail, as on a kernel that does not know
 * them. One is a question: where no memory group counts shared mappings, which may hold memory that
 * is seen in no process, the warden is asked for each.
 */
#ifndef REFEREE_SANDBOX_SYSTEM_CALLS_H
#define REFEREE_SANDBOX_SYSTEM_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Other layers that are missing here, so that the filter has to forbid more. */
enum {
    CALLS_WITHOUT_PID_NAMESPACE = 1, /* then a guest can name the processes of others */
    CALLS_WITHOUT_IPC_NAMESPACE = 2, /* then System V memory is everybody's */
    CALLS_WITHOUT_SHARES = 4,        /* then a new session gets a share of the processor */
    CALLS_WITHOUT_MEMORY_GROUP = 8,  /* then memory that is in no process is on no account */
    CALLS_WITHOUT_FREEZER = 16,      /* then whoever is stopped is resumed by SIGCONT */
    CALLS_WITHOUT_NET_NAMESPACE = 32 /* then local sockets have names that all can see */
};

/* Makes the filter from the table. That is slow, and a guest has to start fast, so it is made
 * before; once more if a guest lacks more. */
void system_calls_prepare(unsigned without);
/* True if there is a filter. */
bool system_calls_known(void);
/* Puts it into force for this thread and its children. no_new_privs must be set. The listener is
 * the file on which the kernel tells of forbidden calls; -1 where it cannot, and they just fail. */
bool system_calls_forbid(int *listener);

struct system_call {
    char name[80];   /* such as "socket(2, …)" */
    bool asks;       /* it waits for an answer, else it is forbidden */
    bool is_socket;  /* it asks for the network */
    size_t bytes;    /* what it would get, in whole pages; SIZE_MAX: more than there is */
    uint64_t number; /* of the question */
};

/* Reads what it tells. False if there is nothing any more. */
bool system_calls_hear(int listener, struct system_call *);
/* Grants what is asked for, or refuses it with an error; 0 grants. False if nobody waits for it any
 * more. */
bool system_calls_answer(int listener, const struct system_call *, int error);

#endif
