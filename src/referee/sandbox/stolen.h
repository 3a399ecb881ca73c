/* stolen.h - CPU time that a virtual machine did not get
 *
 * The host of a virtual machine may stop one of its cores for a while. The kernel knows, and yet
 * charges some of that time to the process that was running: a program that did nothing wrong may
 * be charged half a second for an instant. How much of it hit which process is unknown, but it is
 * at most what one core lost.
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

/* How many seconds the core that lost most has lost between two readings. */
double stolen_between(const struct stolen *before, const struct stolen *after);

#endif
