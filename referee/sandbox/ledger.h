/* ledger.h - CPU time of a tree of processes where no control group counts it
 *
 * The tree is looked at now and then. A process that is gone was waited for by the warden, which
 * tells its exact time; or by its parent, whose figure for its children has grown; or by nobody,
 * because its parent ignores its children, and then its last reading is what it is charged. What it
 * used after the last look escapes, and so does one that lives between two looks.
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
    double owed;   /* of those who have vanished, without what others have been charged for them */
    int count;
    struct ledger_line line[LEDGER_LINES];
};

/* The warden has waited for a process, which had used so much with those that it had waited for. */
void ledger_reaped(struct ledger *, int pid, double cpu);

/* A look: all that live now, zombies too. Returns all that was ever used. */
double ledger_look(struct ledger *, const struct ledger_line *, int count);

#endif
