/* jobs.h - a thread pool that delivers numbered results in order
 *
 * Results arrive one at a time from number 0 on, however many threads there are and whichever is
 * quicker. So the caller's outcome does not depend on the number of threads.
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
    /* Does the work with this number, in any thread. The result is zeroed before. */
    void (*work)(void *context, int number, void *result);
    /* Takes a result, in the caller's thread. False: no more work is begun. */
    bool (*deliver)(void *context, int number, const void *result);
    /* Called several times a second, in the caller's thread, while nothing arrives; may be NULL. */
    void (*idle)(void *context);
    void *context;
    atomic_bool enough; /* set when no more results are wanted; work() may return early then */
};

/* Returns when all threads have ended. */
void jobs_run(struct jobs *);

#endif
