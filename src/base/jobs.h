/* jobs.h - numbered pieces of work, done by several threads, delivered in their order
 *
 * However many threads there are and whoever is quicker, the results arrive one after the other
 * from number 0 on; so what a caller makes of them does not depend on the number of threads.
 */
#ifndef BASE_JOBS_H
#define BASE_JOBS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { JOBS_THREADS_MAX = 64 };

struct jobs {
    int count;   /* at least 1 */
    int threads; /* 1 to JOBS_THREADS_MAX */
    size_t result_bytes;
    /* Does the piece of work with this number; in any thread. The result begins as zeroes. */
    void (*work)(void *context, int number, void *result);
    /* Takes a result; in the caller's thread. False: that is enough, nothing more is begun. */
    bool (*deliver)(void *context, int number, const void *result);
    /* Called several times a second, in the caller's thread, while nothing arrives; may be NULL. */
    void (*idle)(void *context);
    void *context;
    atomic_bool enough; /* set when no more results are wanted; work may look and leave early */
};

/* Returns when all threads have come to their end. */
void jobs_run(struct jobs *);

#endif
