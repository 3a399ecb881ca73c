/* workers.h - a thread pool
 *
 * A thread that already waits starts at once, even while searches fill all cores; a new thread
 * would have to queue for its first turn behind them. So the pool keeps a few spare threads, up to
 * a maximum. Work that finds no free thread waits in a queue.
 */
#ifndef SERVE_WORKERS_H
#define SERVE_WORKERS_H

#include <stdbool.h>

struct workers;

struct workers *workers_new(int most);
/* Waits until all work is done, then frees the pool. */
void workers_free(struct workers *);

/* Queues the work. Returns false if workers_stop() was called or no thread can be started. */
bool workers_do(struct workers *, void (*work)(void *), void *context);

/* Waits until all queued work is done. New work is refused. */
void workers_stop(struct workers *);

#endif
