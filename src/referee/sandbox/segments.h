/* segments.h - System V memory, semaphores and message queues, which outlive whoever made them */
#ifndef REFEREE_SANDBOX_SEGMENTS_H
#define REFEREE_SANDBOX_SEGMENTS_H

/* Removes all that there are in the ipc namespace of the caller, which must be the guest's own.
 * Memory to which nobody is attached any more is given back before this returns. */
void segments_remove(void);

#endif
