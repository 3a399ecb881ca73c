/* meter.h - the CPU time of a program and of everything that it started
 *
 * There is a ladder of four rungs, and the best one that works on this machine is used:
 *
 *   cgroup v2   exact; also freezes and, where the controllers are available, limits memory and
 *               processes
 *   cgroup v1   the same figures from cpuacct. The v1 controllers memory and pids are used wherever
 *               v2 does not limit memory and processes
 *   ptrace      exact, and freezes (referee/sandbox/trace.h); for an ordinary user without control
 *               groups. On the rung cgroup v1 it only freezes
 *   wait4       what the kernel reports of reaped children, and samples of /proc of the others;
 *               referee/sandbox/ledger.h says what it may miss
 *
 * The porter (referee/sandbox/porter.h) makes a meter outside the guest's namespaces. The warden
 * inherits its open files and uses it inside. The porter closes it in the end. Making control
 * groups takes tens of milliseconds, so a guest has one meter for a whole game, and a move's time
 * is the difference of two readings.
 */
#ifndef REFEREE_SANDBOX_METER_H
#define REFEREE_SANDBOX_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>

#include "referee/sandbox/hierarchy.h"
#include "referee/sandbox/ledger.h"
#include "referee/sandbox/trace.h"
#include "referee/sandbox/waits.h"

enum meter_rung { METER_BEST, METER_CGROUP2, METER_CGROUP1, METER_TRACE, METER_WAIT4 };

enum { METER_GROUPS = 6, METER_PATH = HIERARCHY_PATH };

struct meter {
    enum meter_rung rung;
    bool limits_memory, limits_processes; /* by control groups */
    bool shares;                          /* all its processes together have one share of the CPU */
    int cpu;   /* this and the next ones: open files, -1 for none; cpu: cpu.stat or cpuacct */
    int entry; /* the v2 group's directory, for CLONE_INTO_CGROUP */
    int freezer;
    int ooms, refusals;     /* counters of processes killed for memory, and of forks refused */
    int stalled;            /* cpu.pressure: how long processes waited for a core */
    int fill;               /* the bytes charged to the memory controller */
    size_t memory;          /* their limit */
    int join[METER_GROUPS]; /* v1 groups that a thread of the warden joins (forker.h) */
    clockid_t joiner;       /* the CPU clock of that thread */
    int kill;               /* cgroup.kill of the v2 group */
    int proc;               /* the /proc whose process ids are used */
    struct trace trace;     /* for the rung ptrace, and to freeze on the rung cgroup v1 */
    struct ledger ledger;   /* for the rung wait4 */
    struct waits waits;     /* used if stalled is -1 */
    int journal;            /* the owner's file (claim.h) while groups are made; else -1 */
    int groups;
    char group[METER_GROUPS][METER_PATH]; /* directories that meter_close() removes */
};

const char *meter_rung_name(enum meter_rung);

/* Makes the groups. name: unique on this machine; rung: the best one that may be used (for tests);
 * journal: a file to which the path of each group is written before it is made, or -1. */
void meter_open(struct meter *, const char *name, enum meter_rung, size_t memory, int processes,
                int journal);
/* Kills what is still in the groups, removes them, closes the files. */
void meter_close(struct meter *);
/* Kills all processes in a control group that a dead referee has left, and removes it. Does nothing
 * to a path that is no control group, or belongs to another user. */
void meter_end_group(const char *path);

/* The functions below are for the warden. meter_use_trace(): guests are traced from now on. */
void meter_use_trace(struct meter *, int processes);
/* meter_join() moves the calling thread into the v1 groups, so that its children are counted. */
bool meter_has_groups_to_join(const struct meter *);
void meter_join(struct meter *);
/* Charges a child that was reaped. Must be called for each one. */
void meter_reaped(struct meter *, pid_t, const struct rusage *);
/* CPU seconds so far. Only differences between two readings are meaningful. */
double meter_cpu(struct meter *);
/* What a run is charged: the difference of two readings, less what its preparations took. It is cut
 * off at 0, because a process that was moved into its group has done a part of its preparations
 * outside. */
double meter_charge(double from, double to, double preparations);
/* How often the kernel killed a process for memory, and how often it refused a fork. */
long meter_ooms(const struct meter *);
long meter_refusals(const struct meter *);
/* Seconds since the beginning in which some thread was ready to run and had no core. Without
 * cpu.pressure they come from samples of all threads (waits.h), so the caller has to ask now and
 * then. */
double meter_waited(struct meter *);
/* True if less than a tenth of the memory is free: the kernel may then refuse even to start a
 * process. */
bool meter_is_full(const struct meter *);
/* False if there is no freezer, or it does not work. */
bool meter_freeze(const struct meter *, bool frozen);

/* The descendants of the calling process, from /proc. */
struct descendants {
    int processes;
    size_t resident; /* bytes of all together; shared pages are counted for each */
    size_t peak;     /* bytes: the highest peak of a single one */
    long switches;   /* involuntary context switches since their start */
};
struct descendants meter_descendants(const struct meter *);
/* Bytes of all descendants together, in memory and in swap. Shared pages are counted once, which is
 * slow. */
size_t meter_memory(const struct meter *);
/* Sends a signal to each descendant. m->proc must show the caller's own pid namespace. */
void meter_signal_descendants(const struct meter *, int signal);

#endif
