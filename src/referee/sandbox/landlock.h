/* landlock.h - Landlock, as much of it as the running kernel supports
 *
 * We define the numbers of the interface ourselves, because the kernel headers of a distribution
 * are often older than the kernels that it runs.
 */
#ifndef REFEREE_SANDBOX_LANDLOCK_H
#define REFEREE_SANDBOX_LANDLOCK_H

#include <stdbool.h>

enum landlock_right {
    LANDLOCK_READ,   /* read, list, execute */
    LANDLOCK_DEVICE, /* read and write */
    LANDLOCK_OWN     /* everything but making devices */
};

/* Makes a ruleset that forbids all that this kernel's Landlock can forbid: all use of files, TCP,
 * and signals and abstract sockets to processes outside. -1 if the kernel has no Landlock. */
int landlock_new(void);
/* Allows access to a path and what is below it. Skips a path that does not exist. */
bool landlock_allow(int ruleset, const char *path, enum landlock_right);
/* Puts the rules into force for this thread and its children. no_new_privs must be set. */
bool landlock_enter(int ruleset);

#endif
