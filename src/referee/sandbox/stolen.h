/* stolen.h - steal time: CPU time that the host of a virtual machine did not give to it
 *
 * The host of a virtual machine may stop one of its cores for a while. The kernel inside counts
 * that as steal time in /proc/stat, and yet charges some of it to the process that was running: a
 * program that did nothing wrong may be charged half a second for an instant. Which process was
 * charged how much is unknown. We take as a bound what the core lost that lost most.
 */
#ifndef REFEREE_SANDBOX_STOLEN_H
#define REFEREE_SANDBOX_STOLEN_H

enum { STOLEN_CORES = 256 }; /* further cores are ignored */

/* A reading. Without steal time in /proc/stat it has no cores, and the differences are 0. */
struct stolen {
    int cores;
    unsigned long long ticks[STOLEN_CORES];
};

/* Reads the file stat of an open /proc; AT_FDCWD: of our own /proc. */
void stolen_read(int proc, struct stolen *);
/* Reads it from the file's text. */
void stolen_read_text(const char *, struct stolen *);

/* Seconds that were stolen between two readings from the core that lost most. */
double stolen_between(const struct stolen *before, const struct stolen *after);

#endif
