/* scratch_dir.h - where programs live on this machine that were unpacked or built for us
 *
 * A directory of this process's own, beside the referee's, from which guests see nothing but the
 * program that they are. It is removed when the process ends; if that is killed, by its porter,
 * or by the next one's (referee/sandbox/claim.h).
 */
#ifndef REFEREE_GUEST_SCRATCH_DIR_H
#define REFEREE_GUEST_SCRATCH_DIR_H

#include <stdbool.h>

#include "base/notes.h"

enum { SCRATCH_DIR_PATH = 600 };

/* Makes a directory for a program, whose path is set, and returns it, open; -1, with a fault noted,
 * if that fails. Threads may call at the same time. */
int scratch_dir_make(char path[SCRATCH_DIR_PATH], struct notes *);
/* Removes it; "" is none. */
void scratch_dir_remove(const char *path);

/* Before this process ends without tidying up, with threads that cannot be waited for: the porter,
 * which outlives it, then removes all there is, as it does when this process is killed. */
void scratch_dir_abandon(void);

#endif
