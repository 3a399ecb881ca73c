/* thread.h - threads with a stack for a deep search
 *
 * A search keeps move lists on its stack, and the default stack of a thread is too small for them.
 */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* The number of threads of this process; 0 if it is not known. */
int thread_count(void);

/* False if the system refuses another thread. */
bool thread_start(pthread_t *, void *(*run)(void *), void *context);

/* The same, but a refusal ends the program with a message. */
void thread_must_start(pthread_t *, void *(*run)(void *), void *context);

#endif
