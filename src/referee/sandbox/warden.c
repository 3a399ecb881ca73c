#include "referee/sandbox/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/sandbox/confine.h"
#include "referee/sandbox/folder.h"
#include "referee/sandbox/forker.h"
#include "referee/sandbox/run.h"
#include "referee/sandbox/segments.h"
#include "referee/sandbox/stolen.h"
#include "referee/sandbox/system_calls.h"

/* In milliseconds. */
enum {
    TICK = 100,      /* between checks of the limits */
    CLOSE_TICK = 20, /* the same if no control group limits memory and processes */
    METER_TICK = 5,  /* the same on the rung wait4, which depends on samples */
    CLOSING = 200    /* how long an ending guest may take after it has closed its output */
};

struct warden {
    int control;
    int news; /* a signalfd for SIGCHLD: children have ended, or stopped if they are traced */
    struct confinement confinement;
    int home;
    /* the current run */
    struct run run;
    bool frozen;
    size_t shared;        /* bytes of shared mappings granted, if no group counts them */
    bool short_of_memory; /* a shared mapping was refused */
    int status;           /* of a run that has ended */
    size_t waiting;       /* bytes in output[] that were not reported yet */
    char output[WARDEN_OUTPUT];
    /* the current order */
    double began, cpu_began, cpu_read; /* cpu_read: the last reading that was charged */
    long switches_began, switches_read;
    struct stolen stolen_began;
    double waited_began, waited; /* waited: seconds without a core in this move, so far */
    double waited_looked;        /* when in this move that was read */
    long ooms, refusals;
    struct rusage usage; /* of the reaped processes */
    size_t written[2];   /* bytes to stdout, stderr */
    struct warden_report report;
};

static bool is_first_process(const struct warden *w)
{
    return w->confinement.layers & LAYER_PID;
}

static void note_child(struct warden *w, pid_t pid, int status, const struct rusage *usage)
{
    meter_reaped(w->confinement.meter, pid, usage);
    if (usage->ru_maxrss > w->usage.ru_maxrss)
        w->usage.ru_maxrss = usage->ru_maxrss;
    /* wait4() reports all tracees to us, and a parent's usage contains its reaped children: the
     * guest alone is counted then, or these would count twice */
    if (pid == w->run.guest || !w->confinement.meter->trace.on)
        w->usage.ru_nivcsw += usage->ru_nivcsw;
    if (pid == w->run.guest) {
        w->run.guest = 0;
        w->status = status;
    }
}

/* Takes the report of a ptrace stop, never that of an end. False if another process has killed the
 * tracee meanwhile. */
static bool take_stop(pid_t id, int *status)
{
    siginfo_t stop = {0};
    if (waitid(P_PID, (id_t)id, &stop, WSTOPPED | __WALL | WNOHANG) != 0 || stop.si_pid == 0)
        return false;
    *status = (int)((unsigned)stop.si_status << 8) | 0x7f; /* the encoding of wait4() */
    return true;
}

/* The seconds waited for a core in this move. Some readings miss processes that are gone, so the
 * highest one counts. */
static double waited_so_far(struct warden *w)
{
    w->waited = fmax(w->waited, meter_waited(w->confinement.meter) - w->waited_began);
    return w->waited;
}

/* Like wait4() for any child, but reads the clock of a tracee before it is reaped, and how long it
 * waited for a core. The latter is left out if there are many tracees, as it would take too long.
 */
static pid_t wait_for_any(struct warden *w, int *status, int options, struct rusage *usage)
{
    enum { FEW = 8 };
    struct trace *trace = &w->confinement.meter->trace;
    if (!trace->on)
        return wait4(-1, status, options, usage);
    for (;;) {
        siginfo_t who = {0};
        if (waitid(P_ALL, 0, &who, WEXITED | WNOWAIT | __WALL | options) != 0)
            return -1;
        if (who.si_pid == 0)
            return 0;
        if (who.si_code == CLD_EXITED || who.si_code == CLD_KILLED || who.si_code == CLD_DUMPED) {
            if (trace->count <= FEW)
                waited_so_far(w);
            trace_ended(trace, who.si_pid);
            return wait4(who.si_pid, status, __WALL, usage);
        }
        if (take_stop(who.si_pid, status))
            return who.si_pid;
    }
}

/* Reaps exited children and handles ptrace stops until none is pending. This terminates, because
 * stopped tracees stay stopped meanwhile. False if no child is left. */
static bool reap(struct warden *w, int options)
{
    struct trace *trace = &w->confinement.meter->trace;
    int status;
    struct rusage usage = {0};
    pid_t pid;
    while ((pid = wait_for_any(w, &status, options, &usage)) > 0) {
        if (WIFSTOPPED(status))
            trace_stopped(trace, pid, status);
        else
            note_child(w, pid, status, &usage);
        options |= WNOHANG;
    }
    bool some_are_left = pid >= 0 || errno != ECHILD;
    trace_go_on(trace);
    return some_are_left;
}

static void signal_all(struct warden *w, int signal)
{
    if (is_first_process(w))
        kill(-1, signal); /* all in the pid namespace but its first process: us */
    else
        meter_signal_descendants(w->confinement.meter, signal);
}

/* Kills every process of the guest. Orphans become our children, so none can hide. cgroup.kill is
 * not used here: on some kernels it also kills what enters the group later. */
static void kill_all(struct warden *w)
{
    bool held = false;
    w->confinement.meter->trace.holding = true; /* new tracees stay stopped */
    while (reap(w, WNOHANG)) {
        if (!is_first_process(w) && !held) /* or it might fork faster than we can list and kill */
            held = meter_freeze(w->confinement.meter, true);
        signal_all(w, SIGKILL);
        reap(w, 0);
    }
    if (held || w->frozen)
        meter_freeze(w->confinement.meter, false);
    w->frozen = w->confinement.meter->trace.holding = false;
    if (w->confinement.layers & LAYER_IPC)
        segments_remove(); /* they outlive processes, and would be charged to the next run */
}

/* Sends SIGSTOP to every process, repeatedly: one that still runs may resume another, or start a
 * new one while we list them. Ends when no more CPU time is used. */
static void stop_all(struct warden *w)
{
    enum { ROUNDS = 50 };
    const double still = 0.0002;
    double before, after = meter_cpu(w->confinement.meter);
    for (int round = 0; round < ROUNDS; round++) {
        before = after;
        signal_all(w, SIGSTOP);
        poll(NULL, 0, 1);
        after = meter_cpu(w->confinement.meter);
        if (round > 0 && after - before < still)
            return;
    }
}

static void set_frozen(struct warden *w, bool frozen)
{
    if (w->frozen == frozen)
        return;
    w->frozen = frozen;
    struct trace *trace = &w->confinement.meter->trace;
    if (meter_freeze(w->confinement.meter, frozen))
        return;
    if (trace->on && frozen) {
        trace_hold(trace);
    } else if (trace->on) {
        reap(w, WNOHANG); /* notes the stops, or trace_release() would not resume these */
        trace_release(trace);
    } else if (frozen) {
        stop_all(w);
    } else {
        signal_all(w, SIGCONT);
    }
}

static void end_run(struct warden *w)
{
    kill_all(w);
    run_close(&w->run);
}

static _Noreturn void quit(struct warden *w)
{
    end_run(w);
    _exit(0);
}

/* --- watching it --- */

static void close_file(int *fd)
{
    close(*fd);
    *fd = -1;
}

static void keep_tail(struct warden_report *r, const char *bytes, size_t count)
{
    if (count > WARDEN_COMPLAINT) {
        bytes += count - WARDEN_COMPLAINT;
        count = WARDEN_COMPLAINT;
    }
    size_t kept = r->complaint_length + count > WARDEN_COMPLAINT ? WARDEN_COMPLAINT - count
                                                                 : r->complaint_length;
    memmove(r->complaint, r->complaint + r->complaint_length - kept, kept);
    memcpy(r->complaint + kept, bytes, count);
    r->complaint_length = kept + count;
}

static void keep_beginning(struct warden *w, const char *bytes, size_t count)
{
    size_t room = WARDEN_OUTPUT - w->waiting;
    memcpy(w->output + w->waiting, bytes, count < room ? count : room);
    w->waiting += count < room ? count : room;
}

/* Reads what is in a pipe, but at most 4 MB at once, so that the limits are checked in a flood. */
static void drain(struct warden *w, int *fd, int which)
{
    static char bytes[1 << 16];
    for (int i = 0; i < 64 && *fd >= 0; i++) {
        ssize_t count = read(*fd, bytes, sizeof bytes);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
            close_file(fd);
        if (count <= 0)
            return;
        w->written[which] += (size_t)count;
        if (which == 0)
            keep_beginning(w, bytes, (size_t)count);
        else
            keep_tail(&w->report, bytes, (size_t)count);
    }
}

static void feed(struct warden *w, const struct warden_order *order, size_t *fed)
{
    if (w->run.in < 0)
        return;
    if (*fed < order->text_length) {
        ssize_t count = write(w->run.in, order->text + *fed, order->text_length - *fed);
        if (count > 0)
            *fed += (size_t)count;
        else if (count < 0 && errno != EAGAIN && errno != EINTR)
            *fed = order->text_length; /* it has closed its input, but may still answer */
    }
    if (*fed == order->text_length && order->last_words)
        close_file(&w->run.in);
}

static double cpu_so_far(struct warden *w)
{
    w->cpu_read = meter_cpu(w->confinement.meter);
    return meter_charge(w->cpu_began, w->cpu_read, w->run.setup);
}

double warden_wall_counted(double wall, double waited, double cpu)
{
    return fmax(wall - waited, fmax(fmin(cpu, wall), wall / WARDEN_WAITS));
}

static double wall_so_far(const struct warden *w)
{
    return clock_seconds(CLOCK_OF_WALL) - w->began;
}

/* Returns the wall clock limit that is exceeded, or WARDEN_ENDED if none is. */
static enum warden_end look_at_wall(struct warden *w, const struct warden_order *order, double cpu)
{
    double wall = wall_so_far(w), counted = warden_wall_counted(wall, w->waited, cpu);
    bool passed = (order->wall > 0 && counted > order->wall) ||
                  (order->budget > 0 && counted > order->budget);
    if (passed || wall - w->waited_looked > 0.001 * TICK) {
        counted = warden_wall_counted(wall, waited_so_far(w), cpu);
        w->waited_looked = wall;
    }
    if ((order->wall > 0 && counted > order->wall) || (order->at_most > 0 && wall > order->at_most))
        return WARDEN_OVER_WALL;
    return order->budget > 0 && counted > order->budget ? WARDEN_OVER_BUDGET : WARDEN_ENDED;
}

/* Checks memory and processes as far as no control group limits them. */
static enum warden_end look_at_descendants(struct warden *w)
{
    const struct meter *meter = w->confinement.meter;
    const struct policy *policy = w->confinement.policy;
    if (meter->limits_memory && meter->limits_processes)
        return WARDEN_ENDED;
    struct descendants all = meter_descendants(meter);
    if (!meter->limits_processes &&
        (all.processes > policy->processes || meter->trace.count > policy->processes))
        return WARDEN_CROWDED;
    bool heavy = !meter->limits_memory && all.resident > policy->memory &&
                 meter_memory(meter) > policy->memory;
    return heavy ? WARDEN_HEAVY : WARDEN_ENDED;
}

/* Sets report.filled if the home's own file system is full, or, if it has none, if the home exceeds
 * its limits. False if we cannot tell: then the report has our failure. */
static bool look_at_home(struct warden *w)
{
    enum { LEVELS = 200 };
    const struct policy *policy = w->confinement.policy;
    struct warden_report *r = &w->report;
    if (w->confinement.layers & LAYER_DISK) {
        r->filled = r->filled || folder_is_full(w->home);
        return true;
    }
    fchmod(w->home, 0755); /* the guest may have taken our access away */
    enum folder_measure found = folder_measure(w->home, (size_t)policy->entries, policy->disk,
                                               LEVELS);
    r->filled = r->filled || found == FOLDER_HOLDS_MORE;
    if (found != FOLDER_UNKNOWN)
        return true;
    r->end = WARDEN_FAILED;
    snprintf(r->failure, sizeof r->failure, "its directory cannot be looked at: %s",
             strerror(errno));
    return false;
}

/* True, with the end in the report, if a limit is exceeded. Time is checked last, because the other
 * offences cost time too, and their verdicts say more. */
static bool over_limits(struct warden *w, const struct warden_order *order, double cpu)
{
    size_t bytes = w->confinement.policy->file_bytes;
    if (!(w->confinement.layers & LAYER_DISK) && !look_at_home(w))
        return true;
    enum warden_end end = look_at_descendants(w);
    if (meter_refusals(w->confinement.meter) > w->refusals)
        end = WARDEN_CROWDED;
    else if (w->report.filled)
        end = WARDEN_FILLED;
    else if (w->written[0] > bytes || w->written[1] > bytes)
        end = WARDEN_FLOODED;
    else if (end == WARDEN_ENDED && order->cpu > 0 && cpu > order->cpu)
        end = WARDEN_OVER_CPU;
    else if (end == WARDEN_ENDED)
        end = look_at_wall(w, order, cpu);
    w->report.end = end;
    return end != WARDEN_ENDED;
}

/* The smaller of `wait` and the milliseconds until a limit in seconds is reached; limit 0: none. */
static double sooner(double wait, double limit, double used)
{
    double left = 1000 * (limit - used);
    return limit > 0 && left < wait ? left : wait;
}

/* Milliseconds until the limits must be checked again. The CPU limit could be reached on all cores
 * at once. */
static int until_next_look(const struct warden *w, const struct warden_order *order, double cpu)
{
    bool closely = !(w->confinement.meter->limits_memory && w->confinement.meter->limits_processes);
    double wait = w->confinement.meter->rung == METER_WAIT4 ? METER_TICK
                  : closely                                 ? CLOSE_TICK
                                                            : TICK;
    if (order->cpu > 0) {
        double cores = (double)sysconf(_SC_NPROCESSORS_ONLN);
        wait = sooner(wait, order->cpu / cores, cpu / cores);
    }
    double wall = wall_so_far(w), counted = warden_wall_counted(wall, w->waited, cpu);
    wait = sooner(wait, order->wall, counted);
    wait = sooner(wait, order->budget, counted);
    wait = sooner(wait, order->at_most, wall);
    return wait < 0 ? 1 : (int)wait + 1;
}

/* True, with the end in the report, if the order is fulfilled or can no longer be. */
static bool has_come_to_an_end(struct warden *w, const struct warden_order *order)
{
    if (w->report.failure[0]) {
        w->report.end = WARDEN_FORBIDDEN;
        return true;
    }
    if (order->until_line && memchr(w->output, '\n', w->waiting)) {
        w->report.end = WARDEN_ANSWERED;
        return true;
    }
    if (order->until_line && w->waiting == WARDEN_OUTPUT) {
        w->report.end = WARDEN_LONG_LINE;
        return true;
    }
    if (w->run.guest == 0) {
        drain(w, &w->run.out, 0); /* what is left in the pipe */
        bool answered = order->until_line && memchr(w->output, '\n', w->waiting);
        w->report.end = answered ? WARDEN_ANSWERED : WARDEN_ENDED;
        return true;
    }
    if (!order->until_line || w->run.out >= 0)
        return false;
    /* a process that exits closes its output a moment before it can be reaped */
    struct pollfd death = {.fd = w->run.pidfd, .events = POLLIN};
    poll(&death, 1, CLOSING);
    reap(w, WNOHANG);
    w->report.end = w->run.guest == 0 ? WARDEN_ENDED : WARDEN_CLOSED;
    return true;
}

/* Answers the request for a shared mapping. When a shared mapping is unmapped in part, its memory
 * may stay, so nothing is ever subtracted. All shared mappings of a run together may have as much
 * memory as the limit for the rest of the program. */
static void grant_memory(struct warden *w, const struct system_call *call)
{
    size_t left = w->confinement.policy->memory - w->shared;
    bool granted = call->bytes <= left;
    if (system_calls_answer(w->run.listener, call, granted ? 0 : ENOMEM) && granted)
        w->shared += call->bytes;
    w->short_of_memory = w->short_of_memory || !granted;
}

/* Handles a seccomp notification. Without POLLIN no process is left that could make a call, and the
 * listener is closed. */
static void hear_of_call(struct warden *w, int events)
{
    struct system_call call;
    if (!(events & POLLIN))
        close_file(&w->run.listener);
    else if (system_calls_hear(w->run.listener, &call)) {
        if (call.asks)
            grant_memory(w, &call);
        else if (call.is_socket && w->confinement.policy->looks_for_network)
            system_calls_answer(w->run.listener, &call, EAFNOSUPPORT);
        else
            memcpy(w->report.failure, call.name, sizeof call.name);
    }
}

/* Ends the run, because the referee has shut the socket down or sent a message out of turn. If it
 * has shut down only its sending side, it receives this last report of what the run has used. */
static _Noreturn void call_off(struct warden *w)
{
    struct warden_report *r = &w->report;
    r->end = WARDEN_LOST;
    snprintf(r->failure, sizeof r->failure, "it was called off");
    r->waited = waited_so_far(w);
    if (w->confinement.meter->rung == METER_WAIT4)
        meter_cpu(w->confinement.meter); /* a last sample, as in conclude() */
    kill_all(w);
    r->wall = wall_so_far(w);
    r->cpu = cpu_so_far(w);
    send(w->control, r, sizeof *r, MSG_NOSIGNAL);
    quit(w);
}

/* Waits for the next event and handles it. */
static void wait_for_news(struct warden *w, bool has_text, int timeout)
{
    struct pollfd news[] = {
        {.fd = w->control, .events = POLLIN},
        {.fd = w->run.pidfd, .events = POLLIN},
        {.fd = w->run.out, .events = POLLIN},
        {.fd = w->run.err, .events = POLLIN},
        {.fd = w->run.listener, .events = POLLIN},
        {.fd = has_text ? w->run.in : -1, .events = POLLOUT},
        {.fd = w->news, .events = POLLIN},
    };
    poll(news, sizeof news / sizeof *news, timeout);
    if (news[0].revents)
        call_off(w);
    if (news[2].revents)
        drain(w, &w->run.out, 0);
    if (news[3].revents)
        drain(w, &w->run.err, 1);
    struct signalfd_siginfo signal;
    bool has_news = news[6].revents && read(w->news, &signal, sizeof signal) > 0;
    if (news[1].revents || has_news)
        reap(w, WNOHANG);
    if (news[4].revents)
        hear_of_call(w, news[4].revents);
}

static void watch(struct warden *w, const struct warden_order *order)
{
    size_t fed = 0;
    double cpu = 0, looked = w->began;
    for (;;) {
        feed(w, order, &fed);
        if (has_come_to_an_end(w, order))
            return;
        double now = clock_seconds(CLOCK_OF_WALL);
        if (w->written[0] + w->written[1] > w->confinement.policy->file_bytes ||
            now - looked > 0.001) {
            reap(w, WNOHANG); /* or zombies would count as processes */
            cpu = cpu_so_far(w);
            looked = now;
            if (over_limits(w, order, cpu))
                return;
        }
        wait_for_news(w, fed < order->text_length, until_next_look(w, order, cpu));
    }
}

/* Moves the answer, or the whole output, from the buffer to the report. */
static void take_output(struct warden *w)
{
    struct warden_report *r = &w->report;
    size_t count = w->waiting;
    if (r->end == WARDEN_ANSWERED)
        count = (size_t)((char *)memchr(w->output, '\n', w->waiting) + 1 - w->output);
    memcpy(r->output, w->output, count);
    r->output_length = count;
    w->waiting -= count;
    memmove(w->output, w->output + count, w->waiting);
}

/* The involuntary switches in this move. The reading counts from the start of the run. */
static long switches_of_move(struct warden *w, long switches)
{
    w->switches_read = switches;
    return switches > w->switches_began ? switches - w->switches_began : 0;
}

static double stolen_of_move(const struct warden *w)
{
    struct stolen now;
    stolen_read(w->confinement.meter->proc, &now);
    return stolen_between(&w->stolen_began, &now);
}

/* Completes the report. A guest that has answered with a line is frozen; all others are killed. */
static void conclude(struct warden *w)
{
    struct warden_report *r = &w->report;
    enum warden_end end = r->end;
    r->waited = waited_so_far(w);
    if (end == WARDEN_ANSWERED) {
        r->cpu = cpu_so_far(w);
        r->wall = wall_so_far(w);
        set_frozen(w, true);
        look_at_home(w);
        drain(w, &w->run.err, 1);
        struct descendants all = meter_descendants(w->confinement.meter);
        r->memory = all.peak;
        r->switches = switches_of_move(w, all.switches);
    } else {
        if (w->confinement.meter->rung == METER_WAIT4)
            meter_cpu(
                w->confinement.meter); /* a last sample of processes that no parent will reap */
        look_at_home(w);               /* files that are unlinked but open end with their process */
        kill_all(w);
        look_at_home(w); /* again, with what its processes wrote until they were killed */
        r->wall = wall_so_far(w);
        r->cpu = cpu_so_far(w);
        drain(w, &w->run.out, 0);
        drain(w, &w->run.err, 1);
        r->memory = (size_t)w->usage.ru_maxrss * 1024;
        r->switches = switches_of_move(w, w->usage.ru_nivcsw);
        r->status = w->status;
        if (w->written[0] > w->confinement.policy->file_bytes ||
            w->written[1] > w->confinement.policy->file_bytes)
            r->end = WARDEN_FLOODED; /* it ended before we checked the limit */
        else if (end == WARDEN_ENDED && meter_refusals(w->confinement.meter) > w->refusals)
            r->end = WARDEN_CROWDED;
        end_run(w);
    }
    r->stolen = stolen_of_move(w);
    r->oom = meter_ooms(w->confinement.meter) > w->ooms || w->short_of_memory;
    take_output(w);
}

/* Starts a run. False, with the reason in the report, if it cannot be started. */
static bool start(struct warden *w, struct warden_order *order)
{
    static const enum warden_end ends[] = {
        [RUN_IMPOSSIBLE] = WARDEN_NOT_STARTED,
        [RUN_FAILED] = WARDEN_FAILED,
    };
    end_run(w);
    w->waiting = w->shared = 0;
    w->short_of_memory = false;
    w->confinement.meter->trace.holding = order->trial;
    enum run_way way = order->trial ? RUN_TRIAL : order->until_line ? RUN_TALKING : RUN_QUIET;
    enum run_start how = run_start(&w->run, &w->confinement, order->command, way);
    if (how == RUN_STARTED)
        return true;
    /* the kernel may kill the child for memory even before it calls exec */
    bool starved = how == RUN_FAILED && (meter_ooms(w->confinement.meter) > w->ooms ||
                                         meter_is_full(w->confinement.meter));
    w->report.end = starved ? WARDEN_HEAVY : ends[how];
    memcpy(w->report.failure, w->run.failure, sizeof w->report.failure);
    end_run(w);
    return false;
}

static void obey(struct warden *w, struct warden_order *order)
{
    memset(&w->report, 0, offsetof(struct warden_report, output));
    memset(&w->usage, 0, sizeof w->usage);
    w->written[0] = w->written[1] = 0;
    w->ooms = meter_ooms(w->confinement.meter);
    w->refusals = meter_refusals(w->confinement.meter);
    if (!order->same_move) { /* what a guest used since its last answer is charged to this move */
        w->run.setup = 0;
        w->cpu_began = order->start ? meter_cpu(w->confinement.meter) : w->cpu_read;
        w->switches_began = order->start ? 0 : w->switches_read;
        stolen_read(w->confinement.meter->proc, &w->stolen_began);
        w->waited_began = meter_waited(w->confinement.meter);
        w->waited = w->waited_looked = 0;
        w->began = clock_seconds(CLOCK_OF_WALL);
    }
    if (order->start && !start(w, order))
        return;
    if (order->trial) {
        end_run(w);
        w->report.end = WARDEN_ENDED;
        return;
    }
    if (!order->start && w->run.guest == 0 && w->run.out < 0) { /* it ended after its last answer */
        w->report.end = WARDEN_ENDED;
        w->report.status = w->status;
        return;
    }
    set_frozen(w, false);
    watch(w, order);
    conclude(w);
}

/* Sends the hello and the open home, which is visible in our mount namespace only. */
static bool send_hello(const struct warden *w, const struct warden_hello *hello)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } extra = {0};
    struct iovec part = {(void *)(uintptr_t)hello, sizeof *hello};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (w->home >= 0) {
        message.msg_control = extra.space;
        message.msg_controllen = sizeof extra.space;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof w->home);
        memcpy(CMSG_DATA(header), &w->home, sizeof w->home);
    }
    return sendmsg(w->control, &message, MSG_NOSIGNAL) == sizeof *hello;
}

/* True if a process may set its oom_score_adj. Tries it by writing our own value back. */
static bool may_set_oom_score(const struct meter *meter)
{
    char now[16];
    int fd = openat(meter->proc, "self/oom_score_adj", O_RDWR | O_CLOEXEC);
    ssize_t length = fd >= 0 ? read(fd, now, sizeof now) : -1;
    bool good = length > 0 && pwrite(fd, now, (size_t)length, 0) == length;
    if (fd >= 0)
        close(fd);
    return good;
}

static unsigned layers_of(const struct meter *meter)
{
    return (meter->limits_memory ? LAYER_MEMORY : 0u) |
           (meter->limits_processes ? LAYER_PROCESSES : 0u) | (meter->shares ? LAYER_SHARES : 0u) |
           (may_set_oom_score(meter) ? LAYER_KILLED_FIRST : 0u) |
           (meter->freezer >= 0 || meter->trace.on ? LAYER_FREEZER : 0u);
}

/* Traces the guest if no control group can freeze it, provided that the seccomp filter keeps it
 * from starting untraced processes. */
static void begin_to_trace(struct warden *w, const struct policy *policy, bool works)
{
    if (works && w->confinement.meter->freezer < 0 && system_calls_known())
        meter_use_trace(w->confinement.meter, policy->processes);
}

/* Opens a signalfd for SIGCHLD, so that orphans are reaped at once: until then they count as
 * processes. Must be called while there is one thread: another one would not block the signal, and
 * the kernel would deliver and discard it there. */
static bool begin_to_hear(struct warden *w)
{
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
    w->news = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    return w->news >= 0;
}

_Noreturn void warden_serve(int control, const struct policy *policy, struct meter *meter,
                            unsigned layers)
{
    static struct warden w;
    static struct warden_order order;
    w.control = control;
    w.confinement = (struct confinement){.policy = policy, .meter = meter, .ruleset = -1};
    w.run = run_none;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    signal(SIGPIPE, SIG_IGN);
    struct warden_hello hello = {0};
    bool may_trace = policy->sandbox == SANDBOX_ON && policy->rung <= METER_TRACE &&
                     meter->freezer < 0 && trace_works(); /* while this process has one thread */
    if (!begin_to_hear(&w))
        snprintf(hello.failure, sizeof hello.failure, "a signal file cannot be made: %.50s",
                 strerror(errno));
    else if (!forker_start(meter))
        snprintf(hello.failure, sizeof hello.failure, "a thread cannot be started: %.50s",
                 strerror(errno));
    begin_to_trace(&w, policy, may_trace);
    layers = confine_enter(policy, layers | layers_of(meter), &w.confinement.ruleset);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* the guest has our user id, but must not trace us */
    w.confinement.layers = layers;
    hello.rung = meter->rung;
    hello.layers = layers;
    w.home = open(policy->home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (!hello.failure[0] && (w.home < 0 || fchdir(w.home) != 0))
        snprintf(hello.failure, sizeof hello.failure, "%.140s: %.50s", policy->home,
                 strerror(errno));
    if (!send_hello(&w, &hello))
        quit(&w);
    while (recv(control, &order, sizeof order, 0) == sizeof order) {
        obey(&w, &order);
        if (send(control, &w.report, sizeof w.report, MSG_NOSIGNAL) != sizeof w.report)
            break;
    }
    quit(&w);
}
