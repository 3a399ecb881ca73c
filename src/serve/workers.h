/* workers.h - threads that stand ready for work
 *
 * A thread that waits already begins at once, even while searches fill all cores; a new one would
 * have to queue for its first turn behind them. So a few are always spare, and there are at most as
 * many as are asked for. What finds nobody free waits for the first who is.
 */
#ifndef SERVE_WORKERS_H
#define SERVE_WORKERS_H

#include <stdbool.h>

struct workers;

struct workers *workers_new(int most);
/* Waits until all work is done. */
void workers_free(struct workers *);

/* Has it done. False if nobody works any more, since workers_stop() was called,
 * or no thread can be started. */
bool workers_do(struct workers *, void (*work)(void *), void *context);

/* Waits until all that was to be done is done; nothing new is taken. */
void workers_stop(struct workers *);

#endif
