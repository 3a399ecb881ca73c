/* ledger.h - CPU time of a tree of processes where no control group counts it
 *
 * The caller samples the processes in /proc now and then. When a process is gone, there are three
 * cases. The warden reaped it: wait4() has reported its exact time. Its parent reaped it: the
 * parent's cutime and cstime have grown by its time. Its parent ignores SIGCHLD, so its time was
 * added nowhere: the ledger charges its last sample. Two things are not counted: what such a
 * process used after its last sample, and such a process if no sample has seen it.
 */
#ifndef REFEREE_SANDBOX_LEDGER_H
#define REFEREE_SANDBOX_LEDGER_H

enum { LEDGER_LINES = 512 }; /* processes that are remembered from one sample to the next */

struct ledger_line {
    int pid; /* in the warden's pid namespace */
    unsigned long long started;
    double cpu, children; /* seconds of its own, and of the children that it has reaped */
};

struct ledger {
    double reaped; /* seconds of the children that the warden has reaped */
    double told;   /* the part of these seconds that the last sample did not contain */
    double owed;   /* seconds of vanished processes that no other process was charged for yet */
    int count;
    struct ledger_line line[LEDGER_LINES];
};

/* Notes that the warden has reaped a process. cpu: seconds of the process and of the children that
 * it had reaped. */
void ledger_reaped(struct ledger *, int pid, double cpu);

/* Takes a sample of all processes that exist now, with zombies. Returns the CPU seconds used since
 * the beginning. */
double ledger_look(struct ledger *, const struct ledger_line *, int count);

#endif
