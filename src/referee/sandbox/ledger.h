/* ledger.h - CPU time of a tree of processes where no control group counts it
 *
 * The processes are looked at now and then. If one is gone, the warden waited for it and tells its
 * exact time; or its parent did, whose figure for its children has grown; or nobody did, because
 * its parent ignores its children, and then its last reading is charged. Two things escape: what
 * such a process used after the last look, and a process that lives between two looks.
 */
#ifndef REFEREE_SANDBOX_LEDGER_H
#define REFEREE_SANDBOX_LEDGER_H

enum { LEDGER_LINES = 512 }; /* processes that are remembered from one look to the next */

struct ledger_line {
    int pid; /* as the warden knows it */
    unsigned long long started;
    double cpu, children; /* seconds of its own, and of the children that it has waited for */
};

struct ledger {
    double reaped; /* of the warden's children, which it has waited for */
    double told;   /* the part of it that was not in the last look */
    double owed;   /* of processes that vanished, less what others were charged for them */
    int count;
    struct ledger_line line[LEDGER_LINES];
};

/* The warden has waited for a process. cpu: what the process used, with the children that it had
 * waited for. */
void ledger_reaped(struct ledger *, int pid, double cpu);

/* A look at all processes that live now, zombies too. Returns the CPU seconds used since the
 * beginning. */
double ledger_look(struct ledger *, const struct ledger_line *, int count);

#endif
