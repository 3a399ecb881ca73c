/* run.h - one run of a guest: how a child of the warden becomes somebody's program */
#ifndef REFEREE_SANDBOX_RUN_H
#define REFEREE_SANDBOX_RUN_H

#include <sys/types.h>

#include "referee/sandbox/meter.h"
#include "referee/sandbox/policy.h"

/* What holds for all runs of a game. */
struct confinement {
    const struct policy *policy;
    struct meter *meter;
    unsigned layers; /* of referee/sandbox/confine.h */
    int ruleset;
};

struct run {
    pid_t guest;      /* its first process; 0: none runs */
    int pidfd;        /* tells that it has ended; this and the following -1 if not open */
    int listener;     /* tells of forbidden system calls */
    int in, out, err; /* our ends of its standard files */
    double setup;     /* CPU seconds of the preparations before exec, which are not charged */
    char failure[200];
};

extern const struct run run_none;

enum run_start { RUN_STARTED, RUN_IMPOSSIBLE /* there is no such command */, RUN_FAILED };

enum run_way {
    RUN_QUIET,   /* with nothing on its standard input */
    RUN_TALKING, /* with a pipe there */
    RUN_TRIAL    /* held before its first step, and to be killed; where the kernel cannot hold it,
                    it is not run at all, and counts as started */
};

/* Starts a run; the command is cut into words in place. If it is not started, failure says why, and
 * a child may be left to be reaped. */
enum run_start run_start(struct run *, const struct confinement *, char *command, enum run_way);

/* Closes our ends; the warden ends the processes. */
void run_close(struct run *);

#endif
