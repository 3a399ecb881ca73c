/* trace.h - counts and freezes all processes of a guest by ptrace
 *
 * An ordinary user often has no control groups, but may trace its own children. All that a tracee
 * starts is a tracee from its first instruction. This gives us two things:
 *
 *   counting   the tracer hears of the end of each tracee before its parent does, even if the
 *              parent ignores it, and can read its CPU clock until it has reaped it
 *   freezing   a tracee in a ptrace stop stays there whatever signals arrive, even SIGCONT
 *
 * The guest must not be able to start an untraced process (CLONE_UNTRACED), so this is only used
 * together with the seccomp filter. Each signal and each new process costs the guest about ten
 * microseconds. The thread that calls trace_begin() is the tracer, and must make all calls here.
 */
#ifndef REFEREE_SANDBOX_TRACE_H
#define REFEREE_SANDBOX_TRACE_H

#include <stdbool.h>
#include <sys/types.h>

struct tracee {
    pid_t id;     /* of a thread */
    bool held;    /* it is in a ptrace stop */
    bool is_new;  /* it is held since its start */
    bool stopped; /* group-stop: a signal stopped it, and only SIGCONT resumes it */
    int signal;   /* to be delivered when it is resumed; 0: none */
};

struct trace {
    bool on;      /* guests are traced */
    bool holding; /* no tracee is resumed until trace_release() */
    int most;     /* threads; a further one is held at its start until another ends; 0: no limit */
    double ended; /* CPU seconds of processes that are gone */
    int count, room;
    struct tracee *tracee;
};

/* True if a child of ours can be traced. */
bool trace_works(void);

/* Seizes a child of ours that has not called exec yet. False, errno set, if that fails. */
bool trace_begin(struct trace *, pid_t);

/* Notes what wait(2) has reported: a tracee has stopped and is held, or it has ended but is not
 * reaped yet. trace_go_on() resumes the held ones; call it when wait(2) has nothing more to report.
 * If each were resumed at once, a guest that starts process after process would keep the caller
 * busy for ever, and its zombies would pile up until no process can be started. */
void trace_stopped(struct trace *, pid_t, int status);
void trace_ended(struct trace *, pid_t);
void trace_go_on(struct trace *);

/* trace_hold() stops every tracee. trace_release() resumes those whose stop was noted. */
void trace_hold(struct trace *);
void trace_release(struct trace *);

/* CPU seconds of all tracees since the beginning. */
double trace_cpu(const struct trace *);

#endif
