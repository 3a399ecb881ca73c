/* meter.h - the CPU time of a program and of everything that it started
 *
 * A ladder of four rungs; the best one that works here is used:
 *
 *   cgroup v2   exact; also freezes and, where the controllers are there, limits memory and
 *               processes
 *   cgroup v1   cpuacct, the same figures; the memory and pids hierarchies are used on either rung
 *   ptrace      exact, and freezes: referee/sandbox/trace.h; for an ordinary user without control
 *               groups. It also freezes on the rung cgroup v1
 *   wait4       what the kernel tells about children that were waited for and about those that
 *               are there when we look; referee/sandbox/ledger.h tells what may escape it
 *
 * A meter is made outside the guest's namespaces by the porter (referee/sandbox/porter.h), used
 * inside by the warden, which inherits its open files, and taken down by the porter. Making control
 * groups takes tens of milliseconds, so a guest has one meter for a whole game, and a move's time
 * is a difference.
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
    bool shares; /* all its processes together have one share of the processor */
    int cpu;     /* open files; -1: none */
    int entry;   /* the v2 group, for processes to be born into */
    int freezer;
    int ooms, refusals; /* where the kernel counts processes killed for memory, and forks refused */
    int stalled;        /* for how long processes waited for a core */
    int fill;           /* the bytes on the memory account */
    size_t memory;      /* their limit */
    int join[METER_GROUPS]; /* v1 groups that a thread of the warden belongs to (forker.h) */
    clockid_t joiner;       /* the CPU clock of that thread */
    int kill;               /* ends all processes of the v2 group */
    int proc;               /* the /proc whose process numbers are used */
    struct trace trace;     /* of the rung ptrace, and to freeze on the rung cgroup v1 */
    struct ledger ledger;   /* of the rung wait4 */
    struct waits waits;     /* where stalled is -1 */
    int journal;            /* while groups are made; else -1 */
    int groups;
    char group[METER_GROUPS][METER_PATH]; /* directories to remove in the end */
};

const char *meter_rung_name(enum meter_rung);

/* Makes the groups. name: unique on this machine; rung: no better one is tried (for tests);
 * journal: a file to which the path of each group is written before it is made, or -1. */
void meter_open(struct meter *, const char *name, enum meter_rung, size_t memory, int processes,
                int journal);
/* Ends what is still in the groups, removes them, closes the files. */
void meter_close(struct meter *);
/* Ends whatever is in a control group that is left over, and removes it. A path that is none, or is
 * somebody else's, stays as it is. */
void meter_end_group(const char *path);

/* The rest is for the warden. meter_use_trace(): from now on guests will be traced. */
void meter_use_trace(struct meter *, int processes);
/* From now on the children of the calling thread are counted. */
bool meter_has_groups_to_join(const struct meter *);
void meter_join(struct meter *);
/* Charges a child that was waited for; every child's usage must be told. */
void meter_reaped(struct meter *, pid_t, const struct rusage *);
/* CPU seconds so far; only differences mean something. */
double meter_cpu(struct meter *);
/* What a run is charged: the difference of two readings, less what its preparations took, at least
 * 0. A process that was moved into its group has done a part of its preparations outside. */
double meter_charge(double from, double to, double preparations);
/* How often processes were killed for memory, and how often one was refused. */
long meter_ooms(const struct meter *);
long meter_refusals(const struct meter *);
/* Seconds in which something was ready to run and had no core, since the beginning. Where no
 * control group tells it, the sum over all threads (waits.h): then it has to be asked now and then.
 */
double meter_waited(struct meter *);
/* True if nearly all of the memory is taken: the kernel may refuse even to start a process. */
bool meter_is_full(const struct meter *);
/* True if the group can freeze. */
bool meter_freeze(const struct meter *, bool frozen);

/* The processes below the calling one, as /proc tells. */
struct descendants {
    int processes;
    size_t resident; /* bytes, of all together; what several have is counted for each */
    size_t peak;     /* bytes: the highest peak of a single one */
    long switches;   /* involuntary, since they began */
};
struct descendants meter_descendants(const struct meter *);
/* Bytes of all together, swapped out ones too; what several have is counted once. Slow. */
size_t meter_memory(const struct meter *);
/* Sends a signal to each of them. Their numbers must be those of the caller's own namespace. */
void meter_signal_descendants(const struct meter *, int signal);

#endif
