/* scratch_dir.h - private directories for programs that are unpacked or built
 *
 * This process has one directory for all of them, beside the referee's own. A guest sees only its
 * own program there. The directory is removed when the process ends. If it is killed, its porter
 * removes it, or the porter of a later process (referee/sandbox/claim.h).
 */
#ifndef REFEREE_GUEST_SCRATCH_DIR_H
#define REFEREE_GUEST_SCRATCH_DIR_H

#include <stdbool.h>

#include "base/notes.h"

enum { SCRATCH_DIR_PATH = 600 };

/* Makes a directory, sets its path and returns it open; -1, with a fault noted, on failure. Threads
 * may call at the same time. */
int scratch_dir_make(char path[SCRATCH_DIR_PATH], struct notes *);
/* Removes it; does nothing for "". */
void scratch_dir_remove(const char *path);

/* For a process that is about to call _exit(), because some threads cannot be joined. Gives up the
 * lock, so that the porter, which outlives the process, removes all directories, as it does when
 * the process is killed. */
void scratch_dir_abandon(void);

#endif
