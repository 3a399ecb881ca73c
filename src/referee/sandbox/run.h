/* run.h - one run of a guest: forks a child of the warden that executes the command */
#ifndef REFEREE_SANDBOX_RUN_H
#define REFEREE_SANDBOX_RUN_H

#include <sys/types.h>

#include "referee/sandbox/meter.h"
#include "referee/sandbox/policy.h"

/* What all runs of a game have in common. */
struct confinement {
    const struct policy *policy;
    struct meter *meter;
    unsigned layers; /* of referee/sandbox/confine.h */
    int ruleset;
};

struct run {
    pid_t guest;      /* its first process; 0: none runs */
    int pidfd;        /* readable when it has ended; this and the following -1 if not open */
    int listener;     /* notifications of seccomp, about forbidden system calls */
    int in, out, err; /* our ends of its standard files */
    double setup;     /* CPU seconds of the preparations before exec, which are not charged */
    char failure[200];
};

extern const struct run run_none;

enum run_start { RUN_STARTED, RUN_IMPOSSIBLE /* there is no such command */, RUN_FAILED };

enum run_way {
    RUN_QUIET,   /* with /dev/null as its standard input */
    RUN_TALKING, /* with a pipe as its standard input */
    RUN_TRIAL    /* a test of exec: it stops in a ptrace stop before its first instruction, to be
                    killed there. Where the kernel refuses ptrace, exec is left out, and the command
                    counts as started */
};

/* Starts a run. Cuts the command into words in place. If it cannot be started, run->failure says
 * why, and the caller may have to reap a child. */
enum run_start run_start(struct run *, const struct confinement *, char *command, enum run_way);

/* Closes our files; the warden ends the processes. */
void run_close(struct run *);

#endif
