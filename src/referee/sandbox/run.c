#include "referee/sandbox/run.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/sandbox/confine.h"
#include "referee/sandbox/forker.h"

enum { ARGUMENTS = 256 };

const struct run run_none = {.pidfd = -1, .listener = -1, .in = -1, .out = -1, .err = -1};

/* The child's message before exec: how much time its preparations took, or which of them failed. */
struct preparation {
    double setup;
    int listener; /* the descriptor's number in the child */
    int error;
    char what[40];
};

/* True if a command uses the shell's syntax. */
static bool needs_shell(const char *command)
{
    size_t first = strcspn(command, " \t");
    return strpbrk(command, "|&;<>()$`\\\"'*?[]#~\n") || memchr(command, '=', first);
}

/* Executes plain words directly, and everything else by the shell. */
static void execute(char *command, char *const environment[])
{
    char *shell[] = {"/bin/sh", "-c", command, NULL};
    char *words[ARGUMENTS + 1];
    if (needs_shell(command)) {
        execve(shell[0], shell, environment);
        return;
    }
    int count = 0;
    char *rest;
    for (char *word = strtok_r(command, " \t", &rest); word && count < ARGUMENTS;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    words[count] = NULL;
    errno = ENOENT;
    if (count > 0)
        execvpe(words[0], words, environment);
}

static void reset_signals(void)
{
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Makes this process the first choice of the OOM killer. */
static bool be_killed_first(const struct meter *meter)
{
    int fd = openat(meter->proc, "self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write(fd, "1000", 4) == 4;
    if (fd >= 0)
        close(fd);
    return good;
}

/* What the child needs to become the guest. told, go: pipes, for its message and for our reply. */
struct birth {
    const struct confinement *confinement;
    char *command;
    enum run_way way;
    int files[3]; /* its standard files */
    int told, go, keep_go;
    int *pidfd;
};

static _Noreturn void become_guest(const struct birth *birth)
{
    const struct confinement *confinement = birth->confinement;
    close(birth->keep_go);
    struct preparation preparation = {0};
    char home[POLICY_PATH + 8], temporary[POLICY_PATH + 8], path[4096];
    const char *search = getenv("PATH");
    snprintf(home, sizeof home, "HOME=%s", confinement->policy->home);
    snprintf(temporary, sizeof temporary, "TMPDIR=%s", confinement->policy->home);
    snprintf(path, sizeof path, "PATH=%s", search ? search : "/usr/local/bin:/usr/bin:/bin");
    /* ASAN_OPTIONS: LeakSanitizer uses ptrace, which is forbidden */
    char *environment[] = {path, home, temporary, "LANG=C.UTF-8", "ASAN_OPTIONS=detect_leaks=0",
                           NULL};
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); /* the warden is not dumpable, but it must trace us */
    reset_signals();
    setsid();
    if (confinement->policy->niceness > 0)
        (void)setpriority(PRIO_PROCESS, 0, confinement->policy->niceness);
    /* With PTRACE_TRACEME exec ends in a ptrace stop. Where ptrace is refused there is no such
     * stop, so a trial does not call exec. */
    bool held = birth->way != RUN_TRIAL || ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
    const char *failed = NULL;
    if ((confinement->layers & LAYER_KILLED_FIRST) && !be_killed_first(confinement->meter))
        failed = "oom_score_adj"; /* the warden found that it works, so this is a failure */
    for (int i = 0; i < 3; i++)
        dup2(birth->files[i], i);
    if (!failed)
        failed = confine_guest(confinement->policy, confinement->layers, confinement->ruleset,
                               &preparation.listener);
    if (failed) {
        snprintf(preparation.what, sizeof preparation.what, "%s", failed);
        preparation.error = errno;
    } else {
        preparation.setup = clock_seconds(CLOCK_OF_PROCESS);
    }
    char end;
    if (write(birth->told, &preparation, sizeof preparation) != sizeof preparation || failed ||
        read(birth->go, &end, 1) != 0)
        _exit(127);
    if (!held)
        _exit(0);
    execute(birth->command, environment);
    preparation.error = errno;
    _exit(write(birth->told, &preparation, sizeof preparation) == sizeof preparation ? 127 : 126);
}

/* fork_into_group() without clone3(), which some containers refuse: the child moves itself. */
static pid_t fork_and_move(const struct confinement *confinement, int *pidfd)
{
    pid_t pid = fork();
    if (pid > 0)
        *pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (pid != 0 || confinement->meter->entry < 0)
        return pid;
    int group = openat(confinement->meter->entry, "cgroup.procs", O_WRONLY | O_CLOEXEC);
    if (group < 0 || write(group, "0", 1) != 1)
        _exit(127); /* before its message, so the warden reports our failure */
    close(group);
    return pid;
}

/* Like fork(), but the child starts in its control group, which is cheaper than moving it. */
static pid_t fork_into_group(const struct confinement *confinement, int *pidfd)
{
    struct clone_args arguments = {
        .flags = CLONE_PIDFD, .pidfd = (uintptr_t)pidfd, .exit_signal = SIGCHLD};
    if (confinement->meter->entry >= 0) {
        arguments.flags |= CLONE_INTO_CGROUP;
        arguments.cgroup = (unsigned)confinement->meter->entry;
    }
    pid_t pid = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    return pid >= 0 ? pid : fork_and_move(confinement, pidfd);
}

static pid_t fork_guest(void *context)
{
    const struct birth *birth = context;
    pid_t pid = fork_into_group(birth->confinement, birth->pidfd);
    if (pid == 0)
        become_guest(birth);
    return pid;
}

static enum run_start fail(struct run *run, enum run_start how, const char *what)
{
    snprintf(run->failure, sizeof run->failure, "%s: %s", what, strerror(errno));
    return how;
}

static void close_file(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Copies the child's seccomp listener. exec closes it in the child, for the guest must not have
 * it. */
static int take_listener(const struct run *run, int number)
{
    enum { PIDFD_GETFD = 438 };
    return number < 0 ? -1 : (int)syscall(PIDFD_GETFD, run->pidfd, number, 0);
}

/* Reads the child's message, lets it continue, and reads on until exec closes the pipe. trace: NULL
 * if it is not traced. */
static enum run_start read_preparation(struct run *run, struct trace *trace, int told, int *go)
{
    struct preparation preparation;
    bool ready = read(told, &preparation, sizeof preparation) == sizeof preparation;
    errno = ready ? preparation.error : ECHILD;
    if (errno)
        return fail(run, RUN_FAILED, ready ? preparation.what : "the guest ended before it began");
    run->setup = preparation.setup;
    run->listener = take_listener(run, preparation.listener);
    if (trace && !trace_begin(trace, run->guest))
        return fail(run, RUN_FAILED, "tracing");
    close_file(go);
    if (read(told, &preparation, sizeof preparation) != sizeof preparation)
        return RUN_STARTED;
    errno = preparation.error;
    return fail(run, RUN_IMPOSSIBLE, "the command cannot be run");
}

enum run_start run_start(struct run *run, const struct confinement *confinement, char *command,
                         enum run_way way)
{
    *run = run_none;
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1}, told[2] = {-1, -1},
        go[2] = {-1, -1};
    if (way == RUN_TALKING ? pipe2(in, O_CLOEXEC) != 0
                           : (in[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0)
        return fail(run, RUN_FAILED, "standard input");
    enum run_start how = RUN_FAILED;
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0 || pipe2(told, O_CLOEXEC) != 0 ||
        pipe2(go, O_CLOEXEC) != 0)
        fail(run, RUN_FAILED, "pipes");
    else {
        struct birth birth = {confinement, command, way,   {in[0], out[1], err[1]},
                              told[1],     go[0],   go[1], &run->pidfd};
        run->guest = forker_call(fork_guest, &birth);
        if (run->guest < 0)
            fail(run, RUN_FAILED, "a process cannot be started");
    }
    close_file(&in[0]);
    close_file(&out[1]);
    close_file(&err[1]);
    close_file(&told[1]);
    close_file(&go[0]);
    run->in = in[1];
    run->out = out[0];
    run->err = err[0];
    int ours[] = {run->in, run->out, run->err};
    for (int i = 0; i < 3; i++)
        if (ours[i] >= 0)
            fcntl(ours[i], F_SETFL, O_NONBLOCK);
    bool traces = confinement->meter->trace.on && way != RUN_TRIAL; /* a trial traces itself */
    if (run->guest > 0)
        how = read_preparation(run, traces ? &confinement->meter->trace : NULL, told[0], &go[1]);
    else
        run->guest = 0;
    close_file(&told[0]);
    close_file(&go[1]);
    return how;
}

void run_close(struct run *run)
{
    close_file(&run->pidfd);
    close_file(&run->listener);
    close_file(&run->in);
    close_file(&run->out);
    close_file(&run->err);
}
