/* warden.h - the process that runs one guest, inside its namespaces
 *
 * The warden is the first process of the guest's pid namespace, or a subreaper if there is none. It
 * starts the guest's runs, writes to and reads from its pipes, checks its limits, reaps its
 * orphans, freezes it while the other side thinks, and kills all its processes in the end. It
 * receives orders from the referee on a socket, one at a time, and answers each with a report. When
 * the referee closes the socket, the warden kills everything and exits. When the referee only shuts
 * down its sending side, the warden first reports what the run has used.
 */
#ifndef REFEREE_SANDBOX_WARDEN_H
#define REFEREE_SANDBOX_WARDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/sandbox/meter.h"
#include "referee/sandbox/policy.h"

enum {
    WARDEN_COMMAND = 4096,
    WARDEN_TEXT = 16384, /* the longest turn, on the largest board printed by Python, has 12.6 kB */
    WARDEN_OUTPUT = 8192,
    WARDEN_COMPLAINT = 4096
};

/* The first message: how the guest is metered and confined. */
struct warden_hello {
    char failure[200]; /* "" if all is well */
    enum meter_rung rung;
    unsigned layers;
};

struct warden_order {
    bool start;      /* start a new run of the command; else resume the frozen one */
    bool same_move;  /* it continues the last order's move, so the times are added up */
    bool trial;      /* with start: only test whether the command can be started */
    bool until_line; /* run until it has written a line, then freeze it; else until it ends */
    bool last_words; /* close its standard input after the text */
    double cpu;      /* CPU seconds after which it is killed; 0: no limit */
    double wall;     /* likewise, by warden_wall_counted(): the limit of a move */
    double budget;   /* likewise: what is left for the game */
    double at_most;  /* likewise, by the plain wall clock, for runs that decide nothing */
    char command[WARDEN_COMMAND];
    size_t text_length; /* of the text for its standard input */
    char text[WARDEN_TEXT];
};

enum warden_end {
    WARDEN_ENDED,     /* it exited, or died by a signal that we did not send */
    WARDEN_ANSWERED,  /* it wrote a line */
    WARDEN_CLOSED,    /* it closed its standard output and lived on */
    WARDEN_OVER_CPU,  /* this and the following: we killed it for this reason */
    WARDEN_OVER_WALL, /* wall or at_most */
    WARDEN_OVER_BUDGET,
    WARDEN_FLOODED,
    WARDEN_LONG_LINE, /* its line has more than WARDEN_OUTPUT bytes */
    WARDEN_CROWDED,
    WARDEN_FORBIDDEN, /* it made a forbidden system call, which failure names */
    WARDEN_HEAVY,
    WARDEN_FILLED,      /* its home exceeds the limit */
    WARDEN_NOT_STARTED, /* the command cannot be run; failure says why */
    WARDEN_FAILED,      /* a failure of ours; failure says why */
    WARDEN_LOST         /* the warden itself is gone; failure says why. If a run was cancelled, cpu,
                           wall and waited say what it had used, or are 0 if that is not known */
};

struct warden_report {
    enum warden_end end;
    int status; /* of wait(2), if the run has ended */
    double cpu, wall;
    double waited; /* seconds of wall in which it was ready to run and had no core, if known */
    long switches; /* involuntary context switches */
    double stolen; /* seconds of steal time (stolen.h) */
    size_t memory; /* the highest peak of a single process */
    bool oom;      /* the kernel killed a process for memory */
    bool filled;   /* its home is full, or exceeds the limit */
    char failure[200];
    size_t output_length;    /* with until_line: up to the end of the line; else the beginning */
    size_t complaint_length; /* the tail of stderr */
    char output[WARDEN_OUTPUT];
    char complaint[WARDEN_COMPLAINT];
};

/* The wall time that counts against limits: without the time waited for a core. It is at least the
 * CPU time used, or threads that wait for each other could stop the clock. And it is at least 1/50
 * of the wall time, because a program that always yields to others could wait for ever. */
enum { WARDEN_WAITS = 50 }; /* fair up to fifty runnable threads a core */
double warden_wall_counted(double wall, double waited, double cpu);

/* The main function of a warden process. */
_Noreturn void warden_serve(int control, const struct policy *, struct meter *, unsigned layers);

#endif
