/* cleaner.h - removes directories that a guest has filled
 *
 * A guest can fill a directory so that removing it takes long, and must not spend another agent's
 * time that way. So a thread that is cancelled (cancel.h) breaks its removal off, and a background
 * thread with SCHED_IDLE does the rest.
 */
#ifndef REFEREE_SANDBOX_CLEANER_H
#define REFEREE_SANDBOX_CLEANER_H

/* Removes a directory: now, or in the background if this thread is cancelled meanwhile. Prints a
 * message if it cannot be removed. */
void cleaner_remove(const char *path);

/* Stops the background thread. Call it before removing a directory that may contain some of those
 * given to cleaner_remove(): what is left of these is then the caller's to remove. */
void cleaner_stop(void);

#endif
