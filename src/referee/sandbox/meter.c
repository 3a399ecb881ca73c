#include "referee/sandbox/meter.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/clock.h"

enum { DESCENDANTS_MAX = 4096 }; /* processes that one sample covers */

const char *meter_rung_name(enum meter_rung rung)
{
    static const char *const names[] = {
        [METER_BEST] = "none",    [METER_CGROUP2] = "cgroup v2", [METER_CGROUP1] = "cgroup v1",
        [METER_TRACE] = "ptrace", [METER_WAIT4] = "wait4",
    };
    return names[rung];
}

static int open_in(const char *dir, const char *name, int flags)
{
    char path[METER_PATH + 40];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return open(path, flags | O_CLOEXEC);
}

static void close_file(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static bool write_in(const char *dir, const char *name, size_t value)
{
    int fd = open_in(dir, name, O_WRONLY);
    if (fd < 0)
        return false;
    char text[32];
    int length = snprintf(text, sizeof text, "%zu", value);
    bool good = write(fd, text, (size_t)length) == length;
    close(fd);
    return good;
}

/* Writes a group's path to the journal, so that another process can remove it if we are killed. */
static bool note_group(const struct meter *m, const char *group)
{
    char line[METER_PATH + 2];
    int length = snprintf(line, sizeof line, "%s\n", group);
    return m->journal < 0 || write(m->journal, line, (size_t)length) == length;
}

/* Makes a group in one hierarchy, within another group ("" for the root group). NULL if that fails
 * or if we may not move processes between the two. */
static const char *make_group(struct meter *m, const char *controller, const char *within,
                              const char *name)
{
    char mount[METER_PATH], processes[METER_PATH];
    if (m->groups == METER_GROUPS || !hierarchy_mount(controller, mount))
        return NULL;
    char *group = m->group[m->groups];
    int length = snprintf(group, METER_PATH, "%s%s/%s", mount, within, name);
    for (int i = 0; i < m->groups; i++)
        if (strcmp(m->group[i], group) == 0) /* two controllers may share a hierarchy */
            return m->group[i];
    int other = snprintf(processes, sizeof processes, "%s%s/cgroup.procs", mount, within);
    if (length >= METER_PATH || other >= METER_PATH ||
        faccessat(AT_FDCWD, processes, W_OK, AT_EACCESS) != 0 || !note_group(m, group) ||
        mkdir(group, 0755) != 0)
        return NULL;
    m->groups++;
    return group;
}

static bool has(const char *dir, const char *name)
{
    char path[METER_PATH + 40];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return access(path, F_OK) == 0;
}

/* Makes the v2 group. It goes into the nearest group, from our own upwards, that gives it a memory
 * controller; if there is none, into the nearest one where it can be made. Our own group contains
 * processes, so by the "no internal processes" rule it may not pass controllers on. The walk stops
 * where we lack permission: root can use the whole hierarchy, an ordinary user the part that was
 * delegated to it. */
static const char *make_version2(struct meter *m, const char *name)
{
    char within[METER_PATH];
    const char *nearest = NULL;
    hierarchy_own(NULL, within);
    for (;;) {
        const char *dir = make_group(m, NULL, within, name);
        if (dir && has(dir, "memory.max"))
            return dir;
        if (dir && nearest) {
            rmdir(dir);
            m->groups--;
        } else if (dir) {
            nearest = dir;
        }
        char *slash = strrchr(within, '/');
        if (!slash)
            return nearest;
        *slash = 0;
    }
}

static bool open_version2(struct meter *m, const char *name, size_t memory, int processes)
{
    const char *dir = make_version2(m, name);
    if (!dir || (m->cpu = open_in(dir, "cpu.stat", O_RDONLY)) < 0)
        return false;
    m->entry = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    m->freezer = open_in(dir, "cgroup.freeze", O_WRONLY);
    m->kill = open_in(dir, "cgroup.kill", O_WRONLY);
    if (write_in(dir, "memory.max", memory)) {
        write_in(dir, "memory.swap.max", 0);
        m->ooms = open_in(dir, "memory.events", O_RDONLY);
        m->fill = open_in(dir, "memory.current", O_RDONLY);
        m->limits_memory = m->ooms >= 0;
    }
    if (write_in(dir, "pids.max", (size_t)processes)) {
        m->refusals = open_in(dir, "pids.events", O_RDONLY);
        m->limits_processes = m->refusals >= 0;
    }
    m->shares = has(dir, "cpu.weight");
    char line[8];
    m->stalled = open_in(dir, "cpu.pressure", O_RDONLY);
    if (m->stalled >= 0 && pread(m->stalled, line, sizeof line, 0) <= 0)
        close_file(&m->stalled); /* some kernels have the file but PSI is disabled */
    return true;
}

/* Makes a group in a v1 hierarchy, for the forker's thread to join (forker.h). */
static const char *open_version1(struct meter *m, const char *controller, const char *name)
{
    int slot = m->groups;
    if (slot == METER_GROUPS)
        return NULL;
    char own[METER_PATH];
    hierarchy_own(controller, own);
    const char *dir = make_group(m, controller, own, name);
    if (!dir)
        dir = make_group(m, controller, "", name);
    if (!dir || m->groups == slot) /* failed, or a group that is joined already */
        return dir;
    m->join[slot] = open_in(dir, "tasks", O_WRONLY);
    return m->join[slot] >= 0 ? dir : NULL;
}

enum { JOINERS = 1 }; /* threads of the warden in a v1 group */

void meter_open(struct meter *m, const char *name, enum meter_rung rung, size_t memory,
                int processes, int journal)
{
    *m = (struct meter){.cpu = -1,
                        .entry = -1,
                        .freezer = -1,
                        .ooms = -1,
                        .refusals = -1,
                        .stalled = -1,
                        .fill = -1,
                        .kill = -1,
                        .journal = journal};
    m->memory = memory;
    for (int i = 0; i < METER_GROUPS; i++)
        m->join[i] = -1;
    m->proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *dir;
    m->rung = METER_WAIT4;
    if (rung <= METER_CGROUP2 && open_version2(m, name, memory, processes)) {
        m->rung = METER_CGROUP2;
    } else if (rung <= METER_CGROUP1 && (dir = open_version1(m, "cpuacct", name)) != NULL) {
        m->cpu = open_in(dir, "cpuacct.usage", O_RDONLY);
        m->rung = m->cpu >= 0 ? METER_CGROUP1 : METER_WAIT4;
    }
    if (rung >= METER_TRACE)
        return;
    if (!m->limits_memory && (dir = open_version1(m, "memory", name)) != NULL) {
        m->ooms = open_in(dir, "memory.oom_control", O_RDONLY);
        m->fill = open_in(dir, "memory.usage_in_bytes", O_RDONLY);
        m->limits_memory = write_in(dir, "memory.limit_in_bytes", memory) && m->ooms >= 0;
    }
    if (!m->limits_processes && (dir = open_version1(m, "pids", name)) != NULL) {
        m->refusals = open_in(dir, "pids.events", O_RDONLY);
        m->limits_processes = write_in(dir, "pids.max", (size_t)processes + JOINERS) &&
                              m->refusals >= 0;
    }
    m->shares = m->shares || open_version1(m, "cpu", name) != NULL;
}

/* A killed process takes a moment to leave its group. */
static void remove_group(const char *path)
{
    for (int tries = 0; rmdir(path) != 0 && errno == EBUSY && tries < 1000; tries++)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

void meter_close(struct meter *m)
{
    if (m->kill >= 0 && write(m->kill, "1", 1) < 0)
        fprintf(stderr, "plywood: a control group cannot be ended: %s\n", strerror(errno));
    int *files[] = {&m->cpu,     &m->entry, &m->freezer, &m->ooms, &m->refusals,
                    &m->stalled, &m->fill,  &m->kill,    &m->proc};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        close_file(files[i]);
    for (int i = 0; i < METER_GROUPS; i++)
        close_file(&m->join[i]);
    for (int i = 0; i < m->groups; i++)
        remove_group(m->group[i]);
    m->groups = 0;
}

/* Kills the processes of a group one by one, where there is no cgroup.kill. */
static void end_processes(const char *path)
{
    char file[METER_PATH + 40], line[32];
    snprintf(file, sizeof file, "%.400s/cgroup.procs", path);
    FILE *list = fopen(file, "re");
    while (list && fgets(line, sizeof line, list))
        if (atoi(line) > 1)
            kill(atoi(line), SIGKILL);
    if (list)
        fclose(list);
}

void meter_end_group(const char *path)
{
    struct statfs system;
    struct stat status;
    bool is_group = statfs(path, &system) == 0 &&
                    (system.f_type == CGROUP_SUPER_MAGIC || system.f_type == CGROUP2_SUPER_MAGIC);
    if (!is_group || lstat(path, &status) != 0 || status.st_uid != geteuid())
        return;
    if (!write_in(path, "cgroup.kill", 1))
        end_processes(path);
    remove_group(path);
}

void meter_use_trace(struct meter *m, int processes)
{
    m->trace.on = true;
    m->trace.most = m->limits_processes ? 0 : processes + 1; /* one more shows the excess */
    if (m->rung == METER_WAIT4)
        m->rung = METER_TRACE;
}

bool meter_has_groups_to_join(const struct meter *m)
{
    bool has_some = false;
    for (int i = 0; i < METER_GROUPS; i++)
        has_some = has_some || m->join[i] >= 0;
    return has_some;
}

/* If a group cannot be joined, it neither counts nor limits anything, so this goes down to a lower
 * rung. */
void meter_join(struct meter *m)
{
    if (pthread_getcpuclockid(pthread_self(), &m->joiner) != 0)
        m->joiner = CLOCK_PROCESS_CPUTIME_ID;
    for (int i = 0; i < METER_GROUPS; i++)
        if (m->join[i] >= 0 && write(m->join[i], "0", 1) != 1) {
            m->rung = m->rung == METER_CGROUP1 ? METER_WAIT4 : m->rung;
            m->limits_memory = m->limits_processes = m->shares = false;
        }
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

void meter_reaped(struct meter *m, pid_t pid, const struct rusage *usage)
{
    ledger_reaped(&m->ledger, pid, seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime));
}

/* Reads the number after a key at the start of a line; with key "" the file's first number. */
static double read_number(int fd, const char *key)
{
    char text[1024] = "\n";
    ssize_t length = fd < 0 ? -1 : pread(fd, text + 1, sizeof text - 2, 0);
    if (length <= 0)
        return 0;
    text[length + 1] = 0;
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\n%s", key);
    const char *at = strstr(text, wanted);
    return at ? strtod(at + strlen(wanted), NULL) : 0;
}

long meter_ooms(const struct meter *m)
{
    return (long)read_number(m->ooms, "oom_kill ");
}

long meter_refusals(const struct meter *m)
{
    return (long)read_number(m->refusals, "max ");
}

bool meter_is_full(const struct meter *m)
{
    double room = (double)m->memory - read_number(m->fill, "");
    return m->limits_memory && m->fill >= 0 && room < (double)m->memory / 10;
}

bool meter_freeze(const struct meter *m, bool frozen)
{
    return m->freezer >= 0 && write(m->freezer, frozen ? "1" : "0", 1) == 1;
}

/* Reads a small file below /proc; returns its length. */
static ssize_t read_proc(const struct meter *m, const char *path, char *out, size_t room)
{
    int fd = openat(m->proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t length = read(fd, out, room - 1);
    close(fd);
    if (length >= 0)
        out[length] = 0;
    return length;
}

/* Appends the children of a process to the list. folder: its task directory in /proc. */
static int add_children(const struct meter *m, const char *folder, int *list, int count)
{
    int tasks = openat(m->proc, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = tasks >= 0 ? fdopendir(tasks) : NULL;
    if (!dir)
        return count;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[400], text[8192];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s/children", folder, entry->d_name);
        if (read_proc(m, path, text, sizeof text) <= 0)
            continue;
        char *at = text, *end;
        for (long pid; count < DESCENDANTS_MAX && (pid = strtol(at, &end, 10)) > 0; at = end)
            list[count++] = (int)pid;
    }
    closedir(dir);
    return count;
}

/* Lists all descendants of the calling process, by the pids of m->proc. */
static int list_descendants(const struct meter *m, int list[DESCENDANTS_MAX])
{
    int count = add_children(m, "self/task", list, 0);
    for (int i = 0; i < count; i++) {
        char folder[40];
        snprintf(folder, sizeof folder, "%d/task", list[i]);
        count = add_children(m, folder, list, count);
    }
    return count;
}

/* Adds the figures of /proc/PID/stat. */
static void add_stat(const char *text, struct descendants *all, struct ledger_line *line)
{
    const char *at = strrchr(text, ')'); /* the process name may contain anything */
    unsigned long user, system;
    long children_user, children_system, pages;
    if (!at ||
        sscanf(
            at + 1,
            " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %*d %*d %llu %*u %ld",
            &user, &system, &children_user, &children_system, &line->started, &pages) != 6)
        return;
    double tick = 1 / (double)sysconf(_SC_CLK_TCK);
    line->cpu = tick * (double)(user + system);
    line->children = tick * (double)(children_user + children_system);
    all->resident += (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* The pid of a process in our own namespace, in case m->proc belongs to an outer one. NSpid in its
 * status lists its pids from the outer namespace to the inner ones; we take the one at the depth of
 * our own namespace. */
static int own_number(const struct meter *m, const char *status, int number)
{
    static int level = -1; /* how many pids we have ourselves; -1: not known yet */
    char own[4096];
    if (level < 0 && read_proc(m, "self/status", own, sizeof own) > 0) {
        const char *at = strstr(own, "\nNSpid:");
        size_t length = at ? strcspn(at + 1, "\n") : 0;
        level = 0;
        for (size_t i = 0; i < length; i++)
            level += at[1 + i] == '\t';
    }
    const char *at = strstr(status, "\nNSpid:");
    for (int i = 0; at && i < level; i++)
        at = strchr(at + 1, '\t');
    return at && level > 0 ? atoi(at + 1) : number;
}

/* A number of kilobytes from a file of /proc, in bytes. */
static size_t kilobytes_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? strtoul(at + strlen(key), NULL, 10) * 1024 : 0;
}

/* Adds the figures of /proc/PID/status. */
static void add_status(const char *text, struct descendants *all)
{
    size_t peak = kilobytes_after(text, "\nVmHWM:");
    all->peak = peak > all->peak ? peak : all->peak;
    all->resident += kilobytes_after(text, "\nVmPTE:"); /* page tables can be the larger part */
    const char *at = strstr(text, "\nnonvoluntary_ctxt_switches:");
    all->switches += at ? strtol(at + 28, NULL, 10) : 0;
}

/* Replaces the CPU time from /proc, in steps of 10 ms, by the exact CPU clock of the process. */
static void read_clock(struct ledger_line *line)
{
    double seconds = clock_of_other(line->pid);
    if (seconds >= 0)
        line->cpu = seconds;
}

/* Samples every descendant and fills in a line of the ledger for each. */
static struct descendants survey(const struct meter *m, struct ledger_line line[DESCENDANTS_MAX])
{
    static int list[DESCENDANTS_MAX]; /* the warden has one thread */
    struct descendants all = {0};
    int count = list_descendants(m, list);
    for (int i = 0; i < count; i++) {
        char path[40], stat[4096], status[4096];
        struct ledger_line *this = &line[all.processes];
        snprintf(path, sizeof path, "%d/stat", list[i]);
        if (read_proc(m, path, stat, sizeof stat) <= 0)
            continue;
        snprintf(path, sizeof path, "%d/status", list[i]);
        if (read_proc(m, path, status, sizeof status) <= 0)
            continue;
        *this = (struct ledger_line){.pid = own_number(m, status, list[i])};
        add_stat(stat, &all, this);
        add_status(status, &all);
        read_clock(this);
        all.processes++;
    }
    return all;
}

struct descendants meter_descendants(const struct meter *m)
{
    static struct ledger_line line[DESCENDANTS_MAX];
    return survey(m, line);
}

size_t meter_memory(const struct meter *m)
{
    static int list[DESCENDANTS_MAX];
    int count = list_descendants(m, list);
    size_t sum = 0;
    for (int i = 0; i < count; i++) {
        char path[40], status[4096], text[4096];
        snprintf(path, sizeof path, "%d/status", list[i]);
        if (read_proc(m, path, status, sizeof status) <= 0)
            continue;
        sum += kilobytes_after(status, "\nVmPTE:");
        snprintf(path, sizeof path, "%d/smaps_rollup", list[i]);
        if (read_proc(m, path, text, sizeof text) > 0)
            sum += kilobytes_after(text, "\nPss:") + kilobytes_after(text, "\nSwapPss:");
        else /* we may not read it */
            sum += kilobytes_after(status, "\nVmRSS:") + kilobytes_after(status, "\nVmSwap:");
    }
    return sum;
}

/* Adds a line for each thread of a process; returns how many there are now. */
static int add_waits(const struct meter *m, int pid, struct waits_line line[WAITS_LINES], int count)
{
    char folder[40], path[320], text[128];
    snprintf(folder, sizeof folder, "%d/task", pid);
    int tasks = openat(m->proc, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = tasks >= 0 ? fdopendir(tasks) : NULL;
    for (struct dirent *entry; dir && count < WAITS_LINES && (entry = readdir(dir)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s/schedstat", folder, entry->d_name);
        char *end;
        if (entry->d_name[0] == '.' || read_proc(m, path, text, sizeof text) <= 0)
            continue;
        strtod(text, &end); /* on a core */
        line[count++] = (struct waits_line){atoi(entry->d_name), 1e-9 * strtod(end, NULL)};
    }
    if (dir)
        closedir(dir);
    return count;
}

/* Samples the waiting time of each thread, where there is no cpu.pressure. */
static double survey_waits(struct meter *m)
{
    static int list[DESCENDANTS_MAX];
    static struct waits_line line[WAITS_LINES];
    int processes = list_descendants(m, list), count = 0;
    for (int i = 0; i < processes; i++)
        count = add_waits(m, list[i], line, count);
    return waits_look(&m->waits, line, count, clock_seconds(CLOCK_OF_WALL));
}

double meter_waited(struct meter *m)
{
    char text[256];
    ssize_t length = m->stalled < 0 ? -1 : pread(m->stalled, text, sizeof text - 1, 0);
    if (length <= 0)
        return survey_waits(m);
    text[length] = 0;
    const char *at = strstr(text, "total="); /* of the line "some": at least one task waited */
    return at ? 1e-6 * strtod(at + 6, NULL) : 0;
}

double meter_cpu(struct meter *m)
{
    switch (m->rung) {
    case METER_CGROUP2: return 1e-6 * read_number(m->cpu, "usage_usec ");
    case METER_CGROUP1: { /* less the time of the forker's thread, which is in the group too */
        struct timespec own = {0};
        clock_gettime(m->joiner, &own);
        return 1e-9 * read_number(m->cpu, "") - (double)own.tv_sec - 1e-9 * (double)own.tv_nsec;
    }
    case METER_TRACE: return trace_cpu(&m->trace);
    default: {
        static struct ledger_line line[DESCENDANTS_MAX];
        int count = survey(m, line).processes;
        return ledger_look(&m->ledger, line, count);
    }
    }
}

double meter_charge(double from, double to, double preparations)
{
    double charge = to - from - preparations;
    return charge > 0 ? charge : 0;
}

void meter_signal_descendants(const struct meter *m, int signal)
{
    static int list[DESCENDANTS_MAX];
    int count = list_descendants(m, list);
    for (int i = 0; i < count; i++)
        kill(list[i], signal);
}
