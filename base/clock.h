/* clock.h - the three clocks that rules and tests speak of */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <time.h>

enum clock_source {
    CLOCK_OF_PROCESS, /* user + system time of all threads: what the file games charge */
    CLOCK_OF_THREAD,  /* the same of the calling thread: for several games in one process */
    CLOCK_OF_WALL
};

/* Seconds since some fixed moment; for CLOCK_OF_PROCESS that is the start of the process. */
static inline double clock_seconds(enum clock_source source)
{
    static const clockid_t ids[] = {CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID,
                                    CLOCK_MONOTONIC};
    struct timespec now;
    clock_gettime(ids[source], &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
