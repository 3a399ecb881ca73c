/* thread.h - threads with room for a deep search
 *
 * A search keeps lists of moves on its stack, more than a thread has by default.
 */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* How many threads this process has; 0 if that cannot be told. */
int thread_count(void);

/* False if the machine has no room for another thread. */
bool thread_start(pthread_t *, void *(*run)(void *), void *context);

/* The same where nothing can go on without it: says so and ends the program. */
void thread_must_start(pthread_t *, void *(*run)(void *), void *context);

#endif
