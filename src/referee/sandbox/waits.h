/* waits.h - how long a tree of processes has waited for a core
 *
 * /proc/PID/task/TID/schedstat says how long a living thread was ready to run and had no core. The
 * caller samples all threads now and then. Between two samples the longest wait of a single thread
 * counts: a sum over threads is meaningless, since they also wait for each other. Two things are
 * missed: what a thread waited after its last sample, and a thread that no sample has seen.
 */
#ifndef REFEREE_SANDBOX_WAITS_H
#define REFEREE_SANDBOX_WAITS_H

enum { WAITS_LINES = 1024 }; /* threads in a sample */

struct waits_line {
    int thread;
    double seconds; /* waited since its start */
};

struct waits {
    double sum, looked; /* looked: the time of the last sample, by the wall clock; 0: never */
    int count;
    struct waits_line line[WAITS_LINES]; /* also those of threads that the last sample has missed */
};

/* Adds a sample of all living threads, at most WAITS_LINES. Returns the seconds waited since the
 * beginning. They never decrease, and never grow by more than the time since the last sample. */
double waits_look(struct waits *, const struct waits_line *, int count, double now);

#endif
