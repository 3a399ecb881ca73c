/* stolen.h - CPU time that a virtual machine did not get
 *
 * The host of a virtual machine may stop one of its cores for a while. The kernel knows, and yet
 * charges some of that time to whoever was running: a program that did nothing wrong has used half
 * a second in no time. Nobody can tell how much of it hit whom; it was no more than its core lost.
 */
#ifndef REFEREE_SANDBOX_STOLEN_H
#define REFEREE_SANDBOX_STOLEN_H

enum { STOLEN_CORES = 256 }; /* further ones are not looked at */

/* A reading. Where the kernel tells nothing it has no cores, and nothing is ever stolen. */
struct stolen {
    int cores;
    unsigned long long ticks[STOLEN_CORES];
};

/* Reads the stat file of the /proc that is open as this directory; AT_FDCWD: of our own. */
void stolen_read(int proc, struct stolen *);
/* The same from its text. */
void stolen_read_text(const char *, struct stolen *);

/* The most seconds that one core lost between two readings. */
double stolen_between(const struct stolen *before, const struct stolen *after);

#endif
