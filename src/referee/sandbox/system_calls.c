#include "referee/sandbox/system_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The condition of a row: no condition; an argument equals the value as an int; its lowest byte
 * does; it has all bits of the value; it is the warden's pid. It is the first argument unless
 * SECOND, THIRD or FOURTH is added. */
enum { ALWAYS, EQUAL, BYTE, HAS_BITS, WARDEN, SECOND = 16, THIRD = 32, FOURTH = 48 };

/* The kernel ignores the upper half of a register that holds an int, and so must the filter. */
#define INT_BITS UINT64_C(0xffffffff)

enum { SCHED_CORE = 62 }; /* PR_SCHED_CORE: core scheduling, which may keep others off a core */

#define TELL        SCMP_ACT_NOTIFY
#define FAIL(error) SCMP_ACT_ERRNO(error)

struct row {
    const char *name;
    uint32_t action;
    unsigned condition;
    uint64_t value; /* or bits */
};

static const struct row forbidden[] = {
    /* the network; local sockets stay allowed: libc uses them, and in a net namespace of its own
     * the guest reaches no other process with them */
    {"socket", TELL, EQUAL, AF_INET},
    {"socket", TELL, EQUAL, AF_INET6},
    {"socket", TELL, EQUAL, AF_PACKET},
    {"socket", TELL, EQUAL, AF_VSOCK},
    {"socket", TELL, EQUAL, AF_BLUETOOTH},
    {"socket", TELL, EQUAL, AF_ALG},
    {"socket", FAIL(EAFNOSUPPORT), EQUAL, AF_NETLINK},
    /* other processes */
    {"ptrace", FAIL(EPERM), ALWAYS, 0}, /* sanitizers try it, and hang if it never returns */
    {"process_vm_readv", TELL, ALWAYS, 0},
    {"process_vm_writev", TELL, ALWAYS, 0},
    {"pidfd_getfd", TELL, ALWAYS, 0},
    {"kcmp", TELL, ALWAYS, 0},
    /* calls that would harm the warden, which has the guest's user id: they lower its limits, take
     * its CPU time or slow it down. Signals need no row: the kernel keeps them from the first
     * process of a pid namespace, and Landlock from all processes outside */
    {"prlimit64", TELL, WARDEN, 0},
    {"sched_setaffinity", TELL, WARDEN, 0},
    {"sched_setscheduler", TELL, WARDEN, 0},
    {"sched_setparam", TELL, WARDEN, 0},
    {"sched_setattr", TELL, WARDEN, 0},
    {"setpriority", FAIL(EPERM), EQUAL, PRIO_PGRP},
    {"setpriority", FAIL(EPERM), EQUAL, PRIO_USER},
    {"setpriority", TELL, WARDEN | SECOND, 0},
    {"ioprio_set", FAIL(EPERM), ALWAYS, 0},
    {"pidfd_open", TELL, WARDEN, 0},
    {"migrate_pages", TELL, WARDEN, 0},
    {"move_pages", TELL, WARDEN, 0},
    {"get_robust_list", TELL, WARDEN, 0},
    {"process_madvise", FAIL(ENOSYS), ALWAYS, 0},
    {"process_mrelease", FAIL(ENOSYS), ALWAYS, 0},
    {"prctl", FAIL(EINVAL), EQUAL, SCHED_CORE},
    /* file locks, leases and notifications: by them a guest could talk to another guest, or delay
     * it, through a file that both can only read. The errors are those of a file system without
     * these features */
    {"flock", FAIL(EOPNOTSUPP), ALWAYS, 0},
    {"fcntl", FAIL(EOPNOTSUPP), EQUAL | SECOND, F_GETLK},
    {"fcntl", FAIL(EOPNOTSUPP), EQUAL | SECOND, F_SETLK},
    {"fcntl", FAIL(EOPNOTSUPP), EQUAL | SECOND, F_SETLKW},
    {"fcntl", FAIL(EOPNOTSUPP), EQUAL | SECOND, F_OFD_GETLK},
    {"fcntl", FAIL(EOPNOTSUPP), EQUAL | SECOND, F_OFD_SETLK},
    {"fcntl", FAIL(EOPNOTSUPP), EQUAL | SECOND, F_OFD_SETLKW},
    {"fcntl", FAIL(EINVAL), EQUAL | SECOND, F_SETLEASE},
    {"fcntl", FAIL(EINVAL), EQUAL | SECOND, F_GETLEASE},
    {"fcntl", FAIL(EINVAL), EQUAL | SECOND, F_NOTIFY},
    {"inotify_init", FAIL(ENOSYS), ALWAYS, 0},
    {"inotify_init1", FAIL(ENOSYS), ALWAYS, 0},
    {"fanotify_init", FAIL(ENOSYS), ALWAYS, 0},
    /* memory that belongs to no process and outlives the guest */
    {"mq_open", FAIL(ENOSYS), ALWAYS, 0},
    /* escapes by namespaces and file systems. clone3 has its flags in memory, where a filter cannot
     * see them; libc falls back to clone */
    {"clone3", FAIL(ENOSYS), ALWAYS, 0},
    {"clone", TELL, HAS_BITS, CLONE_NEWUSER},
    {"clone", TELL, HAS_BITS, CLONE_NEWPID},
    {"clone", TELL, HAS_BITS, CLONE_NEWNET},
    {"clone", TELL, HAS_BITS, CLONE_NEWNS},
    {"clone", TELL, HAS_BITS, CLONE_NEWIPC},
    {"clone", TELL, HAS_BITS, CLONE_NEWUTS},
    {"clone", TELL, HAS_BITS, CLONE_NEWCGROUP},
    {"clone", TELL, HAS_BITS, CLONE_UNTRACED}, /* see trace.h */
    {"unshare", TELL, ALWAYS, 0},
    {"setns", TELL, ALWAYS, 0},
    {"mount", TELL, ALWAYS, 0},
    {"umount2", TELL, ALWAYS, 0},
    {"pivot_root", TELL, ALWAYS, 0},
    {"chroot", TELL, ALWAYS, 0},
    {"open_tree", TELL, ALWAYS, 0},
    {"move_mount", TELL, ALWAYS, 0},
    {"fsopen", TELL, ALWAYS, 0},
    {"fsconfig", TELL, ALWAYS, 0},
    {"fsmount", TELL, ALWAYS, 0},
    {"fspick", TELL, ALWAYS, 0},
    {"mount_setattr", TELL, ALWAYS, 0},
    {"open_by_handle_at", TELL, ALWAYS, 0},
    /* the machine */
    {"reboot", TELL, ALWAYS, 0},
    {"kexec_load", TELL, ALWAYS, 0},
    {"kexec_file_load", TELL, ALWAYS, 0},
    {"init_module", TELL, ALWAYS, 0},
    {"finit_module", TELL, ALWAYS, 0},
    {"delete_module", TELL, ALWAYS, 0},
    {"swapon", TELL, ALWAYS, 0},
    {"swapoff", TELL, ALWAYS, 0},
    {"acct", TELL, ALWAYS, 0},
    {"quotactl", TELL, ALWAYS, 0},
    {"settimeofday", TELL, ALWAYS, 0},
    {"clock_settime", TELL, ALWAYS, 0},
    {"adjtimex", TELL, ALWAYS, 0},
    {"clock_adjtime", TELL, ALWAYS, 0},
    {"sethostname", TELL, ALWAYS, 0},
    {"setdomainname", TELL, ALWAYS, 0},
    {"iopl", TELL, ALWAYS, 0},
    {"ioperm", TELL, ALWAYS, 0},
    {"syslog", TELL, ALWAYS, 0},
    /* large parts of the kernel that no player needs, to reduce the attack surface */
    {"bpf", TELL, ALWAYS, 0},
    {"perf_event_open", TELL, ALWAYS, 0},
    {"userfaultfd", TELL, ALWAYS, 0},
    {"add_key", TELL, ALWAYS, 0},
    {"request_key", TELL, ALWAYS, 0},
    {"keyctl", TELL, ALWAYS, 0},
    {"io_uring_setup", FAIL(ENOSYS), ALWAYS, 0},
    {"io_setup", FAIL(ENOSYS), ALWAYS, 0}, /* the limit fs.aio-max-nr is for the whole machine */
};

/* Calls that are forbidden if another layer is missing. */
static const struct {
    unsigned without; /* one of these */
    struct row row;
} forbidden_without[] = {
    /* System V memory is removed after a run, but only in an ipc namespace of the guest's own */
    {CALLS_WITHOUT_IPC_NAMESPACE, {"shmget", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_IPC_NAMESPACE, {"semget", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_IPC_NAMESPACE, {"msgget", FAIL(ENOSYS), ALWAYS, 0}},
    /* samples of /proc do not see memory that is in no process */
    {CALLS_WITHOUT_MEMORY_GROUP, {"shmget", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_MEMORY_GROUP, {"memfd_create", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_MEMORY_GROUP, {"memfd_secret", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_MEMORY_GROUP, {"mmap", TELL, HAS_BITS | FOURTH, MAP_SHARED}},
    {CALLS_WITHOUT_MEMORY_GROUP, {"fcntl", FAIL(EPERM), EQUAL | SECOND, F_SETPIPE_SZ}},
    /* all calls that send SIGCONT: at once, later by a timer or by a file, or at a process's end */
    {CALLS_WITHOUT_FREEZER, {"kill", FAIL(EPERM), EQUAL | SECOND, SIGCONT}},
    {CALLS_WITHOUT_FREEZER, {"tkill", FAIL(EPERM), EQUAL | SECOND, SIGCONT}},
    {CALLS_WITHOUT_FREEZER, {"tgkill", FAIL(EPERM), EQUAL | THIRD, SIGCONT}},
    {CALLS_WITHOUT_FREEZER, {"rt_sigqueueinfo", FAIL(EPERM), EQUAL | SECOND, SIGCONT}},
    {CALLS_WITHOUT_FREEZER, {"rt_tgsigqueueinfo", FAIL(EPERM), EQUAL | THIRD, SIGCONT}},
    {CALLS_WITHOUT_FREEZER, {"pidfd_send_signal", FAIL(EPERM), EQUAL | SECOND, SIGCONT}},
    {CALLS_WITHOUT_FREEZER, {"timer_create", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_FREEZER, {"fcntl", FAIL(EINVAL), EQUAL | SECOND, F_SETSIG}},
    {CALLS_WITHOUT_FREEZER, {"prctl", FAIL(EINVAL), EQUAL, PR_SET_PDEATHSIG}},
    {CALLS_WITHOUT_FREEZER, {"clone", TELL, BYTE, SIGCONT}},
    {CALLS_WITHOUT_NET_NAMESPACE, {"socket", FAIL(EAFNOSUPPORT), EQUAL, AF_UNIX}},
    /* the kernel's autogroup gives every session a CPU share; so setsid returns 0 and does nothing
     */
    {CALLS_WITHOUT_SHARES, {"setsid", FAIL(0), ALWAYS, 0}},
};

enum { ROWS_WITHOUT = sizeof forbidden_without / sizeof *forbidden_without };
enum { ROWS = sizeof forbidden / sizeof *forbidden, INSTRUCTIONS_MAX = 4096 };

static struct sock_filter instructions[INSTRUCTIONS_MAX];
static unsigned short instruction_count;

/* True for the warden's pid, which is 1 in the guest's pid namespace. Without a pid namespace it is
 * true for every pid but 0, which is the caller itself: a guest must not name any process then. */
static struct scmp_arg_cmp equals_warden(unsigned which, unsigned without)
{
    if (without & CALLS_WITHOUT_PID_NAMESPACE)
        return (struct scmp_arg_cmp){which, SCMP_CMP_NE, 0, 0};
    return (struct scmp_arg_cmp){which, SCMP_CMP_MASKED_EQ, INT_BITS, 1};
}

static int add_row(scmp_filter_ctx filter, const struct row *row, unsigned without)
{
    int number = seccomp_syscall_resolve_name(row->name);
    if (number == __NR_SCMP_ERROR)
        return 0; /* unknown on this architecture, so it cannot be called */
    unsigned which = row->condition / SECOND, condition = row->condition % SECOND;
    uint64_t mask = condition == EQUAL ? INT_BITS : condition == BYTE ? 0xff : row->value;
    struct scmp_arg_cmp compare = {which, SCMP_CMP_MASKED_EQ, mask, row->value};
    if (condition == WARDEN)
        compare = equals_warden(which, without);
    int error = seccomp_rule_add_array(filter, row->action, number, condition != ALWAYS, &compare);
    return error == -EEXIST ? 0 : error; /* two missing layers may forbid the same call */
}

/* Reads the filter's instructions into our table. libseccomp can only write them to a file. */
static void export_filter(scmp_filter_ctx filter)
{
    int fd = memfd_create("filter", MFD_CLOEXEC);
    if (fd < 0)
        return;
    if (seccomp_export_bpf(filter, fd) == 0) {
        ssize_t bytes = pread(fd, instructions, sizeof instructions, 0);
        if (bytes > 0 && (size_t)bytes < sizeof instructions)
            instruction_count = (unsigned short)((size_t)bytes / sizeof *instructions);
    }
    close(fd);
}

void system_calls_prepare(unsigned without)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    instruction_count = 0;
    if (!filter)
        return;
    bool good = true;
    for (int row = 0; row < ROWS; row++)
        good = add_row(filter, &forbidden[row], without) == 0 && good;
    for (int row = 0; row < ROWS_WITHOUT; row++)
        if (forbidden_without[row].without & without)
            good = add_row(filter, &forbidden_without[row].row, without) == 0 && good;
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a binary tree: few steps per call */
    if (good)
        export_filter(filter);
    seccomp_release(filter);
}

bool system_calls_known(void)
{
    return instruction_count > 0;
}

bool system_calls_forbid(int *listener)
{
    struct sock_fprog program = {instruction_count, instructions};
    *listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                             &program);
    return *listener >= 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/* The size of a mapping in whole pages. SIZE_MAX for huge pages: no figure of a process shows them,
 * so they are never granted. */
static size_t bytes_of_mapping(uint64_t length, uint64_t flags)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    if (flags & MAP_HUGETLB || length > SIZE_MAX - page)
        return SIZE_MAX;
    return (size_t)((length + page - 1) / page * page);
}

bool system_calls_hear(int listener, struct system_call *out)
{
    struct seccomp_notif call = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
        return false;
    char *name = seccomp_syscall_resolve_num_arch(call.data.arch, call.data.nr);
    snprintf(out->name, sizeof out->name, "%.40s(%llu, …)", name ? name : "?",
             (unsigned long long)call.data.args[0]);
    free(name);
    out->asks = call.data.nr == SYS_mmap;
    out->is_socket = call.data.nr == SYS_socket;
    out->bytes = bytes_of_mapping(call.data.args[1], call.data.args[3]);
    out->number = call.id;
    return true;
}

/* Letting a call continue is safe here: the arguments that decided are no pointers, so no other
 * thread can change them before the call is made. */
bool system_calls_answer(int listener, const struct system_call *call, int error)
{
    struct seccomp_notif_resp answer = {
        .id = call->number,
        .error = -error,
        .flags = error ? 0u : (unsigned)SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) == 0;
}
