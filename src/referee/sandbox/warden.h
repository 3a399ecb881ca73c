/* warden.h - who looks after one guest from within its namespaces
 *
 * The warden is the first process of the guest's pid namespace (or, where there is none, a
 * subreaper): it starts the guest's runs, feeds and reads its pipes, watches its limits, reaps what
 * it leaves, freezes it while the other side thinks, and ends all of it. It takes orders from the
 * referee on a socket, one at a time, and answers each with a report; when the socket is closed, it
 * kills everything and ends. Closed to one side only, it still reports what the run has used.
 */
#ifndef REFEREE_SANDBOX_WARDEN_H
#define REFEREE_SANDBOX_WARDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/sandbox/meter.h"
#include "referee/sandbox/policy.h"

enum {
    WARDEN_COMMAND = 4096,
    WARDEN_TEXT = 16384, /* a turn on the largest board, as Python prints it, has 12.6 kB */
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
    bool start;      /* a new run of the command; else the one that waits goes on */
    bool same_move;  /* with the last order: its time counts on */
    bool trial;      /* with start: only tries whether it can be started */
    bool until_line; /* until it has written a line, then it is frozen; else until it has ended */
    bool last_words; /* its standard input ends behind the text */
    double cpu;      /* it is killed after this many seconds; 0: never */
    double wall;     /* likewise, by warden_wall_counted(): the limit of a move */
    double budget;   /* likewise: what is left for the game */
    double at_most;  /* likewise, whoever has the cores: of runs that decide nothing */
    char command[WARDEN_COMMAND];
    size_t text_length; /* for its standard input */
    char text[WARDEN_TEXT];
};

enum warden_end {
    WARDEN_ENDED,     /* of its own, or by a signal that was none of ours */
    WARDEN_ANSWERED,  /* a line was written */
    WARDEN_CLOSED,    /* its standard output, and lived on */
    WARDEN_OVER_CPU,  /* the rest was killed for this reason */
    WARDEN_OVER_WALL, /* also at_most */
    WARDEN_OVER_BUDGET,
    WARDEN_FLOODED,
    WARDEN_LONG_LINE, /* longer than a line may be */
    WARDEN_CROWDED,
    WARDEN_FORBIDDEN, /* it made a system call, which is in failure */
    WARDEN_HEAVY,
    WARDEN_FILLED,      /* its home holds more than it may */
    WARDEN_NOT_STARTED, /* the command cannot be run; why is in failure */
    WARDEN_FAILED,      /* we could not do our work; why is in failure */
    WARDEN_LOST         /* the warden itself is gone, why is in failure; cpu, wall and waited are
                           those of a run that was called off, if it has told them */
};

struct warden_report {
    enum warden_end end;
    int status; /* as wait(2) has it, of a run that has ended */
    double cpu, wall;
    double waited; /* seconds of wall in which it was ready to run and had no core, where known */
    long switches; /* involuntary */
    double stolen; /* seconds, by stolen.h */
    size_t memory; /* the highest peak of a single process */
    bool oom;      /* the kernel killed for memory */
    bool filled;   /* nothing more can be written to its home */
    char failure[200];
    size_t output_length;    /* up to the end of the line; of a run until its end, the beginning */
    size_t complaint_length; /* the tail of stderr */
    char output[WARDEN_OUTPUT];
    char complaint[WARDEN_COMPLAINT];
};

/* The wall time that counts: without the waiting for a core, but not less than the CPU time that
 * was used meanwhile, or threads that wait for each other would make a clock stand still; and at
 * least a part of it, since a program that always steps back for others could wait forever. */
enum { WARDEN_WAITS = 50 }; /* that part is 1/50: fifty runners a core, and nobody is wronged */
double warden_wall_counted(double wall, double waited, double cpu);

/* Does the warden's work in the calling process and never returns. */
_Noreturn void warden_serve(int control, const struct policy *, struct meter *, unsigned layers);

#endif
