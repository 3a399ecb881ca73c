/* segments.h - System V shared memory, semaphores and message queues, which outlive processes */
#ifndef REFEREE_SANDBOX_SEGMENTS_H
#define REFEREE_SANDBOX_SEGMENTS_H

/* Removes all in the caller's ipc namespace, which must be the guest's own. Shared memory to which
 * no process is attached is freed before this returns. */
void segments_remove(void);

#endif
