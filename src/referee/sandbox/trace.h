/* trace.h - a guest whose every process is traced, where no control group counts or freezes it
 *
 * An ordinary user has no control groups, but may trace its own children. All that a traced process
 * starts is traced from its first instruction, and so
 *
 *   nobody escapes being counted: whoever ends is told to the tracer before anybody else, whether
 *   its parent waits for it or not, and its clock can be read until the tracer lets it go;
 *   nobody escapes being held: a traced process that is held stays so whatever signals reach it,
 *   SIGCONT too.
 *
 * The guest must not be able to start an untraced process, so tracing is worth nothing without the
 * filter of system calls (CLONE_UNTRACED). Each signal and each new process costs it some ten
 * microseconds. The thread that calls trace_begin() is the tracer, and has to make all calls here.
 */
#ifndef REFEREE_SANDBOX_TRACE_H
#define REFEREE_SANDBOX_TRACE_H

#include <stdbool.h>
#include <sys/types.h>

struct tracee {
    pid_t id;     /* of a thread */
    bool held;    /* it waits for us */
    bool is_new;  /* it is held, and has taken no step yet */
    bool stopped; /* by a signal, as job control has it: only SIGCONT lets it go on */
    int signal;   /* to be delivered when it goes on; 0: none */
};

struct trace {
    bool on;      /* guests are to be traced */
    bool holding; /* nobody goes on until trace_release() */
    int most;     /* threads; a further one is held from its beginning until another ends */
    double ended; /* CPU seconds of processes that are gone */
    int count, room;
    struct tracee *tracee;
};

/* True if a child of ours can be traced. */
bool trace_works(void);

/* Begins with a process, a child of ours that has not become the guest yet. False, errno set, if it
 * cannot be traced. */
bool trace_begin(struct trace *, pid_t);

/* What wait(2) tells: somebody has stopped, and is held; or has ended, and has not been waited for
 * yet. Those who stopped go on once all that wait(2) had to tell is taken: if each went on at once,
 * one that starts process after process could be served for ever, and those that have ended would
 * pile up behind it until there is room for no other. */
void trace_stopped(struct trace *, pid_t, int status);
void trace_ended(struct trace *, pid_t);
void trace_go_on(struct trace *);

/* Holds all, at once; and lets those go on that have been told to have stopped. */
void trace_hold(struct trace *);
void trace_release(struct trace *);

/* CPU seconds of all processes since the beginning. */
double trace_cpu(const struct trace *);

#endif
