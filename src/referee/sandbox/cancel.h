/* cancel.h - cancels all work of a thread for guests
 *
 * A thread waits for guests in many places: a build, a calibrate command, a move, a trial. A time
 * budget or an interrupt must be able to end any of these waits. So a thread is given a flag once,
 * and each of its waits polls that flag. When the flag is set, the guest is ended as by
 * cell_interrupt(), and the order fails, with the time that the run has used until then. The caller
 * then asks cancel_requested() before it takes the failure for anything else. Copying and removing
 * files poll the flag too.
 */
#ifndef REFEREE_SANDBOX_CANCEL_H
#define REFEREE_SANDBOX_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>

/* Sets the flag by which another thread cancels this one. NULL, the default: never. */
void cancel_set_flag(const atomic_bool *flag);

/* The flag of this thread, or NULL; and true if it is set. */
const atomic_bool *cancel_flag(void);
bool cancel_requested(void);

/* Describes the current work of this thread, for the message if it is cancelled. The string is not
 * copied; default "". */
void cancel_set_work(const char *doing);
const char *cancel_work(void);

/* How often a wait polls the flag. */
enum { CANCEL_POLL_MS = 100 };

#endif
