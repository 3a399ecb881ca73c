#include "referee/sandbox/trace.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"

/* Children of all kinds become tracees too; the kernel kills all tracees if we die. */
static const uintptr_t trace_options = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                                       PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

static bool seize(pid_t id)
{
    return ptrace(PTRACE_SEIZE, id, NULL, trace_options) == 0;
}

bool trace_works(void)
{
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    bool works = child > 0 && seize(child);
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, __WALL);
    }
    return works;
}

static struct tracee *find(const struct trace *t, pid_t id)
{
    for (int i = 0; i < t->count; i++)
        if (t->tracee[i].id == id)
            return &t->tracee[i];
    return NULL;
}

static struct tracee *add(struct trace *t, pid_t id)
{
    if (t->count == t->room) {
        t->room = 2 * t->room + 16;
        t->tracee = memory_resize(t->tracee, (size_t)t->room * sizeof *t->tracee);
    }
    t->tracee[t->count] = (struct tracee){.id = id};
    return &t->tracee[t->count++];
}

static void drop(struct trace *t, pid_t id)
{
    struct tracee *tracee = find(t, id);
    if (tracee)
        *tracee = t->tracee[--t->count];
}

bool trace_begin(struct trace *t, pid_t id)
{
    if (!seize(id))
        return false;
    add(t, id);
    return true;
}

static void resume(struct tracee *tracee)
{
    tracee->held = false;
    ptrace(tracee->stopped ? PTRACE_LISTEN : PTRACE_CONT, tracee->id, NULL,
           (uintptr_t)tracee->signal); /* an error means that it was killed meanwhile */
}

static bool stops_a_process(int signal)
{
    return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/* When a thread calls exec, it gets the id of its process, so its former id is forgotten. */
static void forget_former_number(struct trace *t, pid_t id)
{
    unsigned long former = 0;
    if (ptrace(PTRACE_GETEVENTMSG, id, NULL, &former) == 0 && (pid_t)former != id)
        drop(t, (pid_t)former);
}

/* A child is added at its own first stop. Its parent's fork event may be reported before that or
 * long after, so we ignore it. */
void trace_stopped(struct trace *t, pid_t id, int status)
{
    int event = status >> 16;
    if (event == PTRACE_EVENT_EXEC)
        forget_former_number(t, id);
    struct tracee *tracee = find(t, id);
    bool is_new = !tracee || (tracee->held && tracee->is_new);
    if (!tracee)
        tracee = add(t, id);
    tracee->stopped = event == PTRACE_EVENT_STOP && stops_a_process(WSTOPSIG(status));
    tracee->signal = event ? 0 : WSTOPSIG(status);
    tracee->held = true;
    tracee->is_new = is_new;
}

void trace_go_on(struct trace *t)
{
    bool crowded = t->most > 0 && t->count > t->most;
    for (int i = 0; i < t->count && !t->holding; i++)
        if (t->tracee[i].held && !(crowded && t->tracee[i].is_new))
            resume(&t->tracee[i]);
}

static double clock_of(pid_t id)
{
    double seconds = clock_of_other(id);
    return seconds > 0 ? seconds : 0;
}

/* The end of a process may be reported twice: a zombie that its parent did not reap is reported
 * again when the parent ends. It is not in the list any more then. */
void trace_ended(struct trace *t, pid_t id)
{
    if (!find(t, id))
        return;
    t->ended += clock_of(id);
    drop(t, id);
}

void trace_hold(struct trace *t)
{
    t->holding = true;
    for (int i = 0; i < t->count; i++)
        ptrace(PTRACE_INTERRUPT, t->tracee[i].id, NULL, NULL);
}

void trace_release(struct trace *t)
{
    t->holding = false;
    trace_go_on(t);
}

double trace_cpu(const struct trace *t)
{
    double sum = t->ended;
    for (int i = 0; i < t->count; i++)
        sum += clock_of(t->tracee[i].id);
    return sum;
}
