/* landlock.h - Landlock, as much of it as the running kernel knows
 *
 * The kernel's headers of a distribution are older than its kernels, so the numbers are our own.
 */
#ifndef REFEREE_SANDBOX_LANDLOCK_H
#define REFEREE_SANDBOX_LANDLOCK_H

#include <stdbool.h>

enum landlock_right {
    LANDLOCK_READ,   /* read, list, execute */
    LANDLOCK_DEVICE, /* read and write */
    LANDLOCK_OWN     /* everything but making devices */
};

/* A set of rules that forbids everything it can: all use of files, TCP, signals and abstract
 * sockets to anybody outside. -1 if the kernel has no Landlock. */
int landlock_new(void);
/* Allows what is at and below a path; one that does not exist is left out. */
bool landlock_allow(int ruleset, const char *path, enum landlock_right);
/* From now on, for this thread and its children. no_new_privs must be set. */
bool landlock_enter(int ruleset);

#endif
