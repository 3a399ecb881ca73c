#include "referee/sandbox/system_calls.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How an argument decides: not at all; the first one by its value as an int, or by some of its
 * bits; or the given one, which is the number of a process, by naming the warden. */
enum condition { ALWAYS, EQUAL, HAS_BITS, KEEPER };

/* Of an int in a register of 64 bits the kernel drops the upper half, and so do we. */
#define INT_BITS UINT64_C(0xffffffff)

enum { SCHED_CORE = 62 }; /* of prctl: shares a core's threads with a process */

#define TELL        SCMP_ACT_NOTIFY
#define FAIL(error) SCMP_ACT_ERRNO(error)

struct row {
    const char *name;
    uint32_t action;
    enum condition condition;
    uint64_t argument; /* its value or bits; of KEEPER: which one it is, from 0 */
};

static const struct row forbidden[] = {
    /* the network; local sockets stay, libc uses them, and there is nobody to talk to */
    {"socket", TELL, EQUAL, AF_INET},
    {"socket", TELL, EQUAL, AF_INET6},
    {"socket", TELL, EQUAL, AF_PACKET},
    {"socket", TELL, EQUAL, AF_VSOCK},
    {"socket", TELL, EQUAL, AF_BLUETOOTH},
    {"socket", TELL, EQUAL, AF_ALG},
    {"socket", FAIL(EAFNOSUPPORT), EQUAL, AF_NETLINK},
    /* other processes */
    {"ptrace", FAIL(EPERM), ALWAYS, 0}, /* sanitizers try it, and would wait for the dead */
    {"process_vm_readv", TELL, ALWAYS, 0},
    {"process_vm_writev", TELL, ALWAYS, 0},
    {"pidfd_getfd", TELL, ALWAYS, 0},
    {"kcmp", TELL, ALWAYS, 0},
    /* power over the warden, which has the guest's user id: to take its files and its time away, to
     * slow it down. Signals need no row: the kernel keeps them from the first process of a
     * namespace, and Landlock from all outside */
    {"prlimit64", TELL, KEEPER, 0},
    {"sched_setaffinity", TELL, KEEPER, 0},
    {"sched_setscheduler", TELL, KEEPER, 0},
    {"sched_setparam", TELL, KEEPER, 0},
    {"sched_setattr", TELL, KEEPER, 0},
    {"setpriority", FAIL(EPERM), EQUAL, PRIO_PGRP},
    {"setpriority", FAIL(EPERM), EQUAL, PRIO_USER},
    {"setpriority", TELL, KEEPER, 1},
    {"ioprio_set", FAIL(EPERM), ALWAYS, 0},
    {"pidfd_open", TELL, KEEPER, 0},
    {"migrate_pages", TELL, KEEPER, 0},
    {"move_pages", TELL, KEEPER, 0},
    {"get_robust_list", TELL, KEEPER, 0},
    {"process_madvise", FAIL(ENOSYS), ALWAYS, 0},
    {"process_mrelease", FAIL(ENOSYS), ALWAYS, 0},
    {"prctl", FAIL(EINVAL), EQUAL, SCHED_CORE},
    /* memory that is in no process, and lasts */
    {"mq_open", FAIL(ENOSYS), ALWAYS, 0},
    /* ways out: namespaces and file systems. clone3 hides its flags from us, and libc knows how to
     * do without */
    {"clone3", FAIL(ENOSYS), ALWAYS, 0},
    {"clone", TELL, HAS_BITS, CLONE_NEWUSER},
    {"clone", TELL, HAS_BITS, CLONE_NEWPID},
    {"clone", TELL, HAS_BITS, CLONE_NEWNET},
    {"clone", TELL, HAS_BITS, CLONE_NEWNS},
    {"clone", TELL, HAS_BITS, CLONE_NEWIPC},
    {"clone", TELL, HAS_BITS, CLONE_NEWUTS},
    {"clone", TELL, HAS_BITS, CLONE_NEWCGROUP},
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
    /* large parts of the kernel that nobody here needs */
    {"bpf", TELL, ALWAYS, 0},
    {"perf_event_open", TELL, ALWAYS, 0},
    {"userfaultfd", TELL, ALWAYS, 0},
    {"add_key", TELL, ALWAYS, 0},
    {"request_key", TELL, ALWAYS, 0},
    {"keyctl", TELL, ALWAYS, 0},
    {"io_uring_setup", FAIL(ENOSYS), ALWAYS, 0},
    {"io_setup", FAIL(ENOSYS), ALWAYS, 0}, /* all users share a number of them */
};

/* What is forbidden where another layer is missing. */
static const struct {
    unsigned without; /* one of these */
    struct row row;
} forbidden_without[] = {
    /* System V memory is removed after a run, but only from a namespace of the guest's own */
    {CALLS_WITHOUT_IPC_NAMESPACE, {"shmget", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_IPC_NAMESPACE, {"semget", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_IPC_NAMESPACE, {"msgget", FAIL(ENOSYS), ALWAYS, 0}},
    /* memory that is in no process is not seen by looking at processes */
    {CALLS_WITHOUT_MEMORY_GROUP, {"shmget", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_MEMORY_GROUP, {"memfd_create", FAIL(ENOSYS), ALWAYS, 0}},
    {CALLS_WITHOUT_MEMORY_GROUP, {"memfd_secret", FAIL(ENOSYS), ALWAYS, 0}},
    /* the kernel gives every session a share of the processor; this only pretends to make one */
    {CALLS_WITHOUT_SHARES, {"setsid", FAIL(0), ALWAYS, 0}},
};

enum { ROWS_WITHOUT = sizeof forbidden_without / sizeof *forbidden_without };
enum { ROWS = sizeof forbidden / sizeof *forbidden, INSTRUCTIONS_MAX = 4096 };

static struct sock_filter instructions[INSTRUCTIONS_MAX];
static unsigned short instruction_count;

/* Compares an argument with the warden: it is the first process of its namespace, and without one
 * it is among those that a guest must not name at all; 0 is the caller itself. */
static struct scmp_arg_cmp names_keeper(unsigned which, unsigned without)
{
    if (without & CALLS_WITHOUT_PID_NAMESPACE)
        return (struct scmp_arg_cmp){which, SCMP_CMP_NE, 0, 0};
    return (struct scmp_arg_cmp){which, SCMP_CMP_MASKED_EQ, INT_BITS, 1};
}

static int add_row(scmp_filter_ctx filter, const struct row *row, unsigned without)
{
    int number = seccomp_syscall_resolve_name(row->name);
    if (number == __NR_SCMP_ERROR)
        return 0; /* not known on this machine, so it cannot be called */
    uint64_t value = row->argument;
    uint64_t mask = row->condition == EQUAL ? INT_BITS : value;
    struct scmp_arg_cmp compare = {0, SCMP_CMP_MASKED_EQ, mask, value};
    if (row->condition == KEEPER)
        compare = names_keeper((unsigned)value, without);
    int error = seccomp_rule_add_array(filter, row->action, number, row->condition != ALWAYS,
                                       &compare);
    return error == -EEXIST ? 0 : error; /* two missing layers may ask for the same */
}

/* The library writes the filter to a file; from there it comes into our table. */
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
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* a tree: few steps for every call */
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

bool system_calls_hear(int listener, char *out, size_t room)
{
    struct seccomp_notif call = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
        return false;
    char *name = seccomp_syscall_resolve_num_arch(call.data.arch, call.data.nr);
    snprintf(out, room, "%s(%llu, …)", name ? name : "?", (unsigned long long)call.data.args[0]);
    free(name);
    return true;
}
