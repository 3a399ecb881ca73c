#include "referee/sandbox/porter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/thread.h"
#include "referee/sandbox/capacity.h"
#include "referee/sandbox/claim.h"
#include "referee/sandbox/cleaner.h"
#include "referee/sandbox/confine.h"

enum { TENANTS_MAX = 256, HELLO_SECONDS = 30 };

/* --- the porter's side --- */

struct tenant {
    pid_t warden; /* 0: the place is free */
    int control;  /* the warden's end of its socket. It is closed last, so the referee sees from its
                     end of file that the clean-up is complete */
    struct meter meter;
};

struct porter {
    int control, signals;
    int claim; /* referee/sandbox/claim.h */
    char base[POLICY_PATH];
    int admitted;
    struct tenant tenant[TENANTS_MAX];
};

static void refuse(int control, const char *why)
{
    struct warden_hello hello = {0};
    snprintf(hello.failure, sizeof hello.failure, "%s: %s", why, strerror(errno));
    send(control, &hello, sizeof hello, MSG_NOSIGNAL);
    close(control);
}

/* In a new warden: closes the sockets of the other wardens. If they stayed open here, the referee
 * would not see an end of file when those wardens end. */
static void forget_others(struct porter *p, const struct tenant *own)
{
    close(p->control);
    close(p->signals);
    for (int i = 0; i < TENANTS_MAX; i++)
        if (&p->tenant[i] != own && p->tenant[i].warden != 0)
            close(p->tenant[i].control);
}

static void admit(struct porter *p, const struct policy *policy, int control)
{
    struct tenant *tenant = p->tenant;
    while (tenant < p->tenant + TENANTS_MAX && tenant->warden != 0)
        tenant++;
    if (tenant == p->tenant + TENANTS_MAX) {
        errno = EAGAIN;
        refuse(control, "too many guests at once");
        return;
    }
    char name[60];
    snprintf(name, sizeof name, "plywood-%d-%s-%d", (int)getpid(), claim_mark(p->base),
             p->admitted++);
    tenant->control = control;
    /* the home is a tmpfs, which is charged as memory but has a limit of its own */
    meter_open(&tenant->meter, name, policy->rung, policy->memory + policy->disk, policy->processes,
               p->claim);
    unsigned layers;
    pid_t pid = confine_clone(policy, &layers);
    if (pid == 0) {
        forget_others(p, tenant);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        warden_serve(control, policy, &tenant->meter, layers);
    }
    if (pid < 0) {
        meter_close(&tenant->meter);
        refuse(control, "a warden cannot be started");
        return;
    }
    tenant->warden = pid;
}

static struct tenant *tenant_of(struct porter *p, pid_t warden)
{
    for (int i = 0; i < TENANTS_MAX; i++)
        if (p->tenant[i].warden == warden)
            return &p->tenant[i];
    return NULL;
}

/* Kills guests whose warden died: orphans, which become our children. Without a sandbox a guest can
 * kill its warden. */
static void end_orphans(struct porter *p)
{
    char list[4096];
    ssize_t length;
    int orphans = 1;
    while (orphans > 0) {
        orphans = 0;
        int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
        length = fd >= 0 ? read(fd, list, sizeof list - 1) : 0;
        if (fd >= 0)
            close(fd);
        list[length > 0 ? length : 0] = 0;
        char *at = list, *end;
        for (pid_t pid; (pid = (pid_t)strtol(at, &end, 10)) > 0; at = end) {
            if (tenant_of(p, pid))
                continue;
            orphans++;
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0);
        }
    }
}

/* Reports a warden that did not exit with status 0: the referee gets the reason in place of the
 * report that it waits for. */
static void tell_of_loss(const struct tenant *tenant, int status)
{
    static struct warden_report report;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return;
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    report.end = WARDEN_LOST;
    snprintf(report.failure, sizeof report.failure,
             "the process that looks after the program was ended by %s %d%s%s",
             signal ? "signal" : "its exit status", signal ? signal : WEXITSTATUS(status),
             signal ? ", " : "", signal ? strsignal(signal) : "");
    send(tenant->control, &report, sizeof report, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Reaps one child and removes what its guest had. False if no child has ended. */
static bool clear(struct porter *p, int options)
{
    int status;
    pid_t pid = waitpid(-1, &status, options);
    struct tenant *tenant = pid > 0 ? tenant_of(p, pid) : NULL;
    if (tenant) {
        tell_of_loss(tenant, status);
        meter_close(&tenant->meter);
        tenant->warden = 0;
        end_orphans(p);
        close(tenant->control);
    }
    return pid > 0;
}

/* Receives a policy and the warden's end of a socket. False when the referee is gone. */
static bool receive(struct porter *p, struct policy *policy, int *control)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } extra;
    struct iovec part = {policy, sizeof *policy};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = extra.space,
                             .msg_controllen = sizeof extra.space};
    if (recvmsg(p->control, &message, MSG_CMSG_CLOEXEC) != sizeof *policy)
        return false;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_type != SCM_RIGHTS)
        return false;
    memcpy(control, CMSG_DATA(header), sizeof *control);
    return true;
}

/* Removes what dead referees have left in the same parent directory. */
static void sweep_beside(const char *base)
{
    char parent[POLICY_PATH];
    snprintf(parent, sizeof parent, "%s", base);
    *strrchr(parent, '/') = 0;
    claim_sweep(*parent ? parent : "/");
}

static _Noreturn void serve(struct porter *p)
{
    static struct policy policy;
    for (;;) {
        struct pollfd news[] = {{.fd = p->control, .events = POLLIN},
                                {.fd = p->signals, .events = POLLIN}};
        poll(news, 2, -1);
        if (news[1].revents) {
            struct signalfd_siginfo info;
            if (read(p->signals, &info, sizeof info) > 0)
                while (clear(p, WNOHANG)) {
                }
        }
        int control;
        if (news[0].revents) {
            if (!receive(p, &policy, &control))
                break;
            admit(p, &policy, control);
        }
    }
    for (int i = 0; i < TENANTS_MAX; i++)
        if (p->tenant[i].warden != 0)
            shutdown(p->tenant[i].control, SHUT_RDWR); /* the warden then ends */
    while (clear(p, 0)) {
    }
    claim_clear(p->base);
    sweep_beside(p->base);
    _exit(0);
}

/* Makes our processes the last choice of the OOM killer. A warden may be in the same group as its
 * guest, and while a killed guest is still freeing its memory, the kernel looks for another victim
 * there. Only root may lower oom_score_adj, and only root's guests have such groups. */
static void spare_from_oom(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (write(fd, "-999", 4) != 4)
        errno = 0; /* we lack the privilege; the score stays as it is */
    close(fd);
}

/* Closes all files but the standard ones and these two. */
static void close_all_but(int a, int b)
{
    unsigned low = (unsigned)(a < b ? a : b), high = (unsigned)(a < b ? b : a);
    if (low > 3)
        close_range(3, low - 1, 0);
    if (high > low + 1)
        close_range(low + 1, high - 1, 0);
    close_range(high + 1, ~0u, 0);
}

static _Noreturn void become_porter(int control, int claim, const char *base)
{
    static struct porter porter;
    snprintf(porter.base, sizeof porter.base, "%s", base);
    setsid(); /* only the referee handles an interrupt at the terminal */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    prctl(PR_SET_NAME, "plywood-porter", 0, 0, 0);
    spare_from_oom();
    porter.control = fcntl(control, F_DUPFD_CLOEXEC, 3);
    porter.claim = fcntl(claim, F_DUPFD_CLOEXEC, 3);
    if (porter.control < 0 || porter.claim < 0)
        _exit(70);
    close_all_but(porter.control, porter.claim);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, 0);
    dup2(null, 1);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    signal(SIGPIPE, SIG_IGN); /* a message to a closed stderr must not end us before the clean-up */
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_SETMASK, &children, NULL);
    porter.signals = signalfd(-1, &children, SFD_CLOEXEC);
    sweep_beside(base);
    confine_prepare();
    serve(&porter);
}

/* --- the referee's side --- */

static struct {
    pthread_mutex_t lock;
    pid_t pid; /* 0: none yet */
    int control;
    int claim;
    char base[POLICY_PATH];
    char failure[POLICY_PATH]; /* why it could not be started; "" if it was not tried */
} the_porter = {.lock = PTHREAD_MUTEX_INITIALIZER, .control = -1, .claim = -1};

/* At exit: ends the porter. If it was killed, we remove what it would have removed. */
static void send_away(void)
{
    cleaner_stop();
    close(the_porter.control);
    waitpid(the_porter.pid, NULL, 0);
    if (!claim_clear(the_porter.base))
        fprintf(stderr, "plywood: %s cannot be removed: %s\n", shown(the_porter.base),
                strerror(errno));
}

/* Ends the process if it has other threads. A lock that another thread holds at the moment of the
 * fork stays locked in the child for ever, and the child hangs. Without this check that would
 * happen once in a hundred starts. */
static void demand_one_thread(void)
{
    int count = thread_count();
    if (count <= 1)
        return;
    fprintf(stderr, "plywood: the porter must be started before all threads, found %d\n", count);
    exit(70);
}

const char *porter_place(void)
{
    const char *told = getenv("TMPDIR");
    return told && *told == '/' ? told : "/tmp";
}

static bool start_porter(void)
{
    demand_one_thread();
    char base[POLICY_PATH / 2];
    int pair[2];
    int claim = claim_make(porter_place(), base, sizeof base);
    if (claim < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        snprintf(the_porter.failure, sizeof the_porter.failure, "%s: cannot be made: %s", base,
                 strerror(errno));
        if (claim >= 0)
            claim_clear(base);
        if (claim >= 0)
            close(claim);
        return false;
    }
    memcpy(the_porter.base, base, strlen(base) + 1);
    capacity_raise();
    fflush(NULL); /* or the child would write our buffers once more */
    pid_t pid = fork();
    if (pid == 0) {
        close(pair[0]);
        become_porter(pair[1], claim, the_porter.base);
    }
    close(pair[1]);
    if (pid < 0) {
        snprintf(the_porter.failure, sizeof the_porter.failure, "a process cannot be started: %s",
                 strerror(errno));
        close(pair[0]);
        claim_clear(base);
        close(claim);
        return false;
    }
    the_porter.control = pair[0];
    the_porter.claim = claim;
    the_porter.pid = pid;
    atexit(send_away);
    return true;
}

const char *porter_call(struct notes *notes)
{
    pthread_mutex_lock(&the_porter.lock);
    /* A failed start is not tried again: by then there may be threads. */
    bool good = the_porter.pid > 0 || (!the_porter.failure[0] && start_porter());
    if (!good)
        notes_fault(notes, 0, "%s", the_porter.failure);
    pthread_mutex_unlock(&the_porter.lock);
    return good ? the_porter.base : NULL;
}

static bool send_policy(const struct policy *policy, int control)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } extra = {0};
    struct iovec part = {(void *)(uintptr_t)policy, sizeof *policy};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = extra.space,
                             .msg_controllen = sizeof extra.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof control);
    memcpy(CMSG_DATA(header), &control, sizeof control);
    return sendmsg(the_porter.control, &message, MSG_NOSIGNAL) == sizeof *policy;
}

/* Receives the warden's hello and with it the open home directory. */
static bool receive_hello(int warden, struct warden_hello *hello, int *home)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } extra;
    struct iovec part = {hello, sizeof *hello};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = extra.space,
                             .msg_controllen = sizeof extra.space};
    struct pollfd news = {.fd = warden, .events = POLLIN};
    *home = -1;
    if (poll(&news, 1, HELLO_SECONDS * 1000) != 1 ||
        recvmsg(warden, &message, MSG_CMSG_CLOEXEC) != sizeof *hello)
        return false;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_type == SCM_RIGHTS)
        memcpy(home, CMSG_DATA(header), sizeof *home);
    return *home >= 0 || hello->failure[0];
}

int porter_admit(const struct policy *policy, struct warden_hello *hello, int *home,
                 struct notes *notes)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        notes_fault(notes, 0, "a socket cannot be made: %s", strerror(errno));
        return -1;
    }
    bool sent = send_policy(policy, pair[1]);
    close(pair[1]);
    if (!sent || !receive_hello(pair[0], hello, home)) {
        notes_fault(notes, 0, "the process that is to run programs does not answer");
        close(pair[0]);
        return -1;
    }
    if (hello->failure[0]) {
        notes_fault(notes, 0, "a program's place cannot be made: %s", hello->failure);
        porter_dismiss(pair[0]);
        return -1;
    }
    return pair[0];
}

void porter_dismiss(int warden)
{
    shutdown(warden, SHUT_WR);
    char rest[64];
    while (recv(warden, rest, sizeof rest, MSG_TRUNC) > 0) {
    }
    close(warden);
}
