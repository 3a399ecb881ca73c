/* clock.h - the three clocks that rules and tests speak of */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <sys/types.h>
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

/* The CPU seconds of another process, whose clock anybody may read, with its threads that have
 * ended; -1 if there is no such process, as for a thread that is not its process's first. */
static inline double clock_of_other(pid_t process)
{
    clockid_t clock;
    struct timespec time;
    return clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0
               ? (double)time.tv_sec + 1e-9 * (double)time.tv_nsec
               : -1;
}

#endif
