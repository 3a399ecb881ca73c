/* cancel.h - when a thread must not wait for a guest any longer
 *
 * Guests are waited for in many places: a build, a calibrate command, a move, a trial. Whoever has
 * a whole run to end in time (a budget, an interrupt) tells it to the thread once, and every wait
 * of that thread heeds it: the guest is ended as by cell_interrupt(), and the order fails, with
 * what the run has used until then. What a failed order means is for the caller to say, who asks
 * cancel_requested() first. Copying and removing files heeds it too.
 */
#ifndef REFEREE_SANDBOX_CANCEL_H
#define REFEREE_SANDBOX_CANCEL_H

#include <stdatomic.h>
#include <stdbool.h>

/* Another thread sets the flag when this one is to leave. NULL: never, as in the beginning. */
void cancel_set_flag(const atomic_bool *flag);

/* The flag of this thread, or NULL; and whether it is set. */
const atomic_bool *cancel_flag(void);
bool cancel_requested(void);

/* What this thread does meanwhile, for whoever tells why it had to leave; lasts as long as the
 * string does. In the beginning "". */
void cancel_set_work(const char *doing);
const char *cancel_work(void);

/* A wait looks this often. */
enum { CANCEL_POLL_MS = 100 };

#endif
