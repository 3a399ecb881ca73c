/* waits.h - how long a tree of processes has waited for a core
 *
 * The kernel tells of each thread that lives how long it was ready to run and had no core, so they
 * are looked at now and then. What counts of the time between two looks is the longest wait of one
 * thread: the sum of many says nothing, since they also wait for each other. What a thread waited
 * after the last look, and one that lives between two looks, escapes.
 */
#ifndef REFEREE_SANDBOX_WAITS_H
#define REFEREE_SANDBOX_WAITS_H

enum { WAITS_LINES = 1024 }; /* threads that are looked at */

struct waits_line {
    int thread;
    double seconds; /* since it began */
};

struct waits {
    double sum, looked; /* looked: when that was, by the wall clock; 0: never */
    int count;
    struct waits_line line[WAITS_LINES]; /* also of threads that the last look has missed */
};

/* A look, now, at all threads that live; at most WAITS_LINES. Returns the seconds since the
 * beginning, which never grow less, nor by more than has passed since the last look. */
double waits_look(struct waits *, const struct waits_line *, int count, double now);

#endif
