/* cleaner.h - removes directories that a guest has filled
 *
 * To remove what somebody has filled takes time, and that is his own. So whoever has to leave
 * (cancel.h) breaks a removal off, and a thread that runs when nobody else wants the processor does
 * the rest.
 */
#ifndef REFEREE_SANDBOX_CLEANER_H
#define REFEREE_SANDBOX_CLEANER_H

/* Removes a directory, at once or, where this thread has to leave before that is done, later. Says
 * so if it cannot be removed. */
void cleaner_remove(const char *path);

/* Before a directory is removed in which others may lie that were given to the cleaner: it stops,
 * and what it has left is for the caller to remove. */
void cleaner_stop(void);

#endif
