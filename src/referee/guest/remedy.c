#include "referee/guest/remedy.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "referee/sandbox/confine.h"

const char *remedy_word(enum remedy_state state)
{
    static const char *const words[] = {"ok", "note", "missing"};
    return words[state];
}

static struct remedy_row *add_row(struct remedies *all, const char *name, enum remedy_state state)
{
    struct remedy_row *row = &all->row[all->rows++];
    *row = (struct remedy_row){.state = state};
    snprintf(row->name, sizeof row->name, "%.59s", name);
    all->missing += state == REMEDY_MISSING;
    return row;
}

static void mend(struct remedy_row *row, const char *where, const char *line, ...)
    __attribute__((format(printf, 3, 4)));

static void mend(struct remedy_row *row, const char *where, const char *line, ...)
{
    if (row->lines == REMEDY_LINES)
        return;
    struct remedy_line *out = &row->mend[row->lines++];
    out->where = where;
    va_list arguments;
    va_start(arguments, line);
    vsnprintf(out->line, sizeof out->line, line, arguments);
    va_end(arguments);
}

/* --- why something is missing --- */

static const char *is_ubuntu(const struct surroundings *s)
{
    return strstr(s->system, "Ubuntu");
}

/* True if a container restricts us: options of docker run can lift that; podman has the same. */
static bool is_boxed(const struct surroundings *s)
{
    return s->container[0] || s->filtered;
}

/* Adds a line that sets a sysctl permanently. On a cluster every node needs it. */
static void mend_switch(struct remedy_row *row, const struct surroundings *s, const char *where,
                        const char *setting)
{
    mend(row, s->slurm ? "Slurm: the administrator, on every node" : where,
         "echo %s | sudo tee /etc/sysctl.d/60-plywood.conf && sudo sysctl --system", setting);
}

static void mend_namespaces(struct remedy_row *row, const struct surroundings *s)
{
    if (s->apparmor_userns == 1)
        mend_switch(row, s, is_ubuntu(s) ? s->system : "Ubuntu 24.04",
                    "kernel.apparmor_restrict_unprivileged_userns=0");
    if (s->userns_clone == 0)
        mend_switch(row, s, "Debian", "kernel.unprivileged_userns_clone=1");
    if (s->userns_most == 0)
        mend_switch(row, s, "Linux", "user.max_user_namespaces=15000");
    if (s->chrooted)
        mend(row, "chroot",
             "systemd-nspawn -D ROOT instead of chroot ROOT, where no user namespace can be made");
    if (is_boxed(s))
        mend(
            row, "Docker",
            "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined …");
}

static void mend_groups(struct remedy_row *row, const struct surroundings *s)
{
    bool mounted = s->version2[0] || s->version1[0];
    if (s->slurm)
        mend(
            row, "Slurm",
            "sbatch --mem=2G --cpus-per-task=2 …: what the job may have then holds for all programs together");
    else if (is_boxed(s) && (!mounted || !s->writable))
        mend(row, "Docker",
             "docker run --privileged --cgroupns=host -v /sys/fs/cgroup:/sys/fs/cgroup:rw …");
    else if (!mounted && s->chrooted)
        mend(row, "chroot", "mount --rbind /sys ROOT/sys, from outside");
    else if (!mounted)
        mend(row, "Linux", "sudo mount -t cgroup2 cgroup2 /sys/fs/cgroup");
    else if (!s->root && s->version2[0] && (s->controllers || !s->version1[0]))
        mend(row, "Debian, Ubuntu", "systemd-run --user --scope -p Delegate=yes plywood …");
    else if (!s->root)
        mend(row, "Debian, Ubuntu",
             "sudo plywood …; or boot with systemd.unified_cgroup_hierarchy=1 and use systemd-run");
    else if (s->version2[0] && !s->controllers)
        mend(row, "Linux", "echo '+cpu +memory +pids' | sudo tee %.200s/cgroup.subtree_control",
             s->version2);
}

static void mend_landlock(struct remedy_row *row, const struct surroundings *s)
{
    if (s->security[0] && !strstr(s->security, "landlock"))
        mend(
            row, "Debian, Ubuntu",
            "GRUB_CMDLINE_LINUX=\"lsm=landlock,%.100s\" in /etc/default/grub, sudo update-grub, and boot again",
            s->security);
    else if (is_boxed(s))
        mend(row, "Docker", "docker run --security-opt seccomp=unconfined …");
    else
        mend(row, "Linux", "a kernel of 5.13 or later with CONFIG_SECURITY_LANDLOCK; this is %.80s",
             s->kernel);
}

static void mend_seccomp(struct remedy_row *row, const struct surroundings *s)
{
    mend(row, "Linux", "a kernel of 5.0 or later with CONFIG_SECCOMP_FILTER; this is %.80s",
         s->kernel);
}

/* Exact time and a freezer come from control groups or from ptrace. */
static void mend_tracing(struct remedy_row *row, const struct surroundings *s)
{
    if (s->ptrace_scope >= 2)
        mend_switch(row, s, "Debian, Ubuntu", "kernel.yama.ptrace_scope=1");
    if (is_boxed(s))
        mend(row, "Docker", "docker run --cap-add SYS_PTRACE …");
    mend_groups(row, s);
}

/* Why oom_score_adj cannot be set: /proc is not mounted, or read-only. */
static void mend_proc(struct remedy_row *row, const struct surroundings *s)
{
    if (is_boxed(s))
        mend(row, "Docker", "docker run --security-opt systempaths=unconfined …");
    else
        mend(row, "Linux", "sudo mount -t proc proc /proc");
}

/* --- layers --- */

/* What a missing layer means; docs/security.md has all promises. */
static const struct {
    unsigned layer;
    const char *follows;
    void (*mend)(struct remedy_row *, const struct surroundings *);
} layers[] = {
    {LAYER_USER,
     "safety: programs run with our own user id and share with us what the kernel counts by user",
     mend_namespaces},
    {LAYER_PID, "safety: programs see other processes; calls that name one are refused instead",
     mend_namespaces},
    {LAYER_NET, "safety: only the filter of system calls keeps programs from the network",
     mend_namespaces},
    {LAYER_MOUNT, "safety: programs have no file system of their own", mend_namespaces},
    {LAYER_IPC, "safety: System V memory, semaphores and queues are refused", mend_namespaces},
    {LAYER_UTS, "safety: programs learn the name of this machine", mend_namespaces},
    {LAYER_VIEW, "safety: only Landlock and permissions keep programs from other files",
     mend_namespaces},
    {LAYER_LANDLOCK, "safety: files are guarded by one layer less", mend_landlock},
    {LAYER_SECCOMP,
     "safety: system calls that no player needs are open; clocks: nothing can be traced",
     mend_seccomp},
    {LAYER_MEMORY,
     "safety: memory is looked at every 20 ms, and a quick program takes more before it is ended",
     mend_groups},
    {LAYER_PROCESSES, "safety: processes are counted in /proc, every 20 ms", mend_groups},
    {LAYER_DISK, "safety: directories are surveyed every 100 ms, and unlinked files escape that",
     mend_namespaces},
    {LAYER_SHARES,
     "clocks: a program with many processes may take a larger share of the processor; sessions are refused",
     mend_groups},
    {LAYER_KILLED_FIRST,
     "safety: when memory is short the kernel may end others before the programs", mend_proc},
    {LAYER_FREEZER,
     "clocks: a program that waits for its turn is stopped by SIGSTOP; calls that could resume it are refused",
     mend_tracing},
};

static void add_layers(struct remedies *all, const struct warden_hello *facts,
                       const struct surroundings *s)
{
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        char name[60];
        confine_names(layers[i].layer, name, sizeof name);
        bool there = facts->layers & layers[i].layer;
        struct remedy_row *row = add_row(all, name, there ? REMEDY_THERE : REMEDY_MISSING);
        if (there)
            continue;
        snprintf(row->follows, sizeof row->follows, "%s", layers[i].follows);
        layers[i].mend(row, s);
    }
}

static void add_metering(struct remedies *all, const struct warden_hello *facts,
                         const struct surroundings *s)
{
    bool exact = facts->rung != METER_WAIT4;
    struct remedy_row *row = add_row(all, "exact CPU metering",
                                     exact ? REMEDY_THERE : REMEDY_MISSING);
    snprintf(row->found, sizeof row->found, "by %s", meter_rung_name(facts->rung));
    if (exact)
        return;
    snprintf(
        row->follows, sizeof row->follows,
        "clocks: processes that live for less than 5 ms and that their parent does not reap are not charged");
    mend_tracing(row, s);
}

/* --- amounts --- */

enum { MIB = 1 << 20, GUEST_MEMORY = 1024, DISK_LOW = 512 }; /* in MiB: of a program, and free */

static void add_processors(struct remedies *all, const struct surroundings *s)
{
    bool narrow = s->quota > 0 && s->quota < 1;
    struct remedy_row *row = add_row(all, "processors", narrow ? REMEDY_NOTE : REMEDY_THERE);
    int length = snprintf(row->found, sizeof row->found, "%d", s->processors);
    if (s->quota > 0)
        snprintf(row->found + length, sizeof row->found - (size_t)length,
                 ", of which a control group grants %.2f", s->quota);
    if (!narrow)
        return;
    snprintf(
        row->follows, sizeof row->follows,
        "clocks: CPU seconds are exact, but take %.1f times as long; where a move has a wall clock, that is less time to think",
        1 / s->quota);
    mend(row, "Docker", "docker run --cpus=2 …");
    mend(row, "Slurm", "sbatch --cpus-per-task=2 …");
}

static void add_memory(struct remedies *all, const struct surroundings *s)
{
    double most = s->memory_limit > 0 && s->memory_limit < s->memory ? s->memory_limit : s->memory;
    bool low = most < 1.25 * GUEST_MEMORY * MIB;
    struct remedy_row *row = add_row(all, "memory", low ? REMEDY_NOTE : REMEDY_THERE);
    snprintf(row->found, sizeof row->found, "%.0f MiB%s", most / MIB,
             most < s->memory ? ", by a control group" : "");
    if (!low)
        return;
    snprintf(row->follows, sizeof row->follows,
             "safety: a program may take %d MiB, which is more than there is for it", GUEST_MEMORY);
    mend(row, "plywood", "--memory %.0f", most / MIB / 2);
    mend(row, "Docker", "docker run --memory=2g …");
    mend(row, "Slurm", "sbatch --mem=2G …");
}

static void add_disk(struct remedies *all, const struct surroundings *s)
{
    bool low = s->disk < (double)DISK_LOW * MIB;
    struct remedy_row *row = add_row(all, "temporary files", low ? REMEDY_NOTE : REMEDY_THERE);
    if (s->disk < 0)
        snprintf(row->found, sizeof row->found, "%.150s: unknown", s->temporary);
    else
        snprintf(row->found, sizeof row->found, "%.150s: %.0f MiB free", s->temporary,
                 s->disk / MIB);
    if (!low)
        return;
    snprintf(row->follows, sizeof row->follows, "builds and bundles may not fit");
    mend(row, "Linux", "TMPDIR=/var/tmp plywood …");
}

static void add_files(struct remedies *all, const struct surroundings *s)
{
    bool few = s->files < s->files_a_match;
    struct remedy_row *row = add_row(all, "open files", few ? REMEDY_MISSING : REMEDY_THERE);
    snprintf(row->found, sizeof row->found, "%ld allowed, %ld for a match of two programs",
             s->files, s->files_a_match);
    if (!few)
        return;
    snprintf(row->follows, sizeof row->follows, "no match of two programs begins");
    mend(row, "Linux", "ulimit -n 4096");
    mend(row, "Docker", "docker run --ulimit nofile=4096 …");
}

static void add_clocks(struct remedies *all, const struct surroundings *s)
{
    bool robbed = s->stolen > 0.02,
         slow = strcmp(s->clocksource, "hpet") == 0 || strcmp(s->clocksource, "acpi_pm") == 0;
    bool note = robbed || slow || !s->tells_waiting;
    struct remedy_row *row = add_row(all, "clocks", note ? REMEDY_NOTE : REMEDY_THERE);
    snprintf(row->found, sizeof row->found,
             "%s; %.1f %% of the time taken by a virtual machine's host",
             s->clocksource[0] ? s->clocksource : "unknown", 100 * s->stolen);
    if (!s->tells_waiting)
        snprintf(
            row->follows, sizeof row->follows,
            "clocks: waiting for a processor counts against wall budgets: let there be a core for each of --jobs");
    else if (robbed)
        snprintf(
            row->follows, sizeof row->follows,
            "clocks: an answer that is late by less than the host took is our failure, and the game is void");
    else if (slow)
        snprintf(row->follows, sizeof row->follows, "clocks: each look at the time is slow");
}

void remedies_find(struct remedies *all, const struct warden_hello *facts,
                   const struct surroundings *s)
{
    *all = (struct remedies){0};
    add_layers(all, facts, s);
    add_metering(all, facts, s);
    add_processors(all, s);
    add_memory(all, s);
    add_disk(all, s);
    add_files(all, s);
    add_clocks(all, s);
}
