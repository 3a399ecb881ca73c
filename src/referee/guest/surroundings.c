#include "referee/guest/surroundings.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "referee/sandbox/capacity.h"
#include "referee/sandbox/hierarchy.h"
#include "referee/sandbox/porter.h"
#include "referee/sandbox/processors.h"

enum { OTHER_FILES = 16 }; /* files besides those of guests: record, bundles, the command's */

/* Reads the file's first bytes as a string, without the last newline; "" if that fails. */
static bool read_file(const char *path, char *out, size_t room)
{
    out[0] = 0;
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    size_t length = fread(out, 1, room - 1, file);
    fclose(file);
    while (length > 0 && out[length - 1] == '\n')
        length--;
    out[length] = 0;
    return true;
}

static long read_switch(const char *path)
{
    char text[40], *end;
    if (!read_file(path, text, sizeof text))
        return SURROUNDINGS_UNKNOWN;
    long value = strtol(text, &end, 10);
    return end == text ? SURROUNDINGS_UNKNOWN : value;
}

/* The text after a key at the start of a line; "" if no line has the key. */
static void value_of(const char *text, const char *key, char *out, size_t room)
{
    out[0] = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        line += strlen(key);
        line += strspn(line, " \t\"");
        snprintf(out, room, "%.*s", (int)strcspn(line, "\"\n"), line);
        return;
    }
}

static void look_at_system(struct surroundings *s)
{
    static char text[1 << 14];
    char seccomp[20];
    struct utsname name;
    if (uname(&name) == 0)
        snprintf(s->kernel, sizeof s->kernel, "%.100s", name.release);
    read_file("/etc/os-release", text, sizeof text);
    value_of(text, "PRETTY_NAME=", s->system, sizeof s->system);
    read_file("/proc/self/status", text, sizeof text);
    value_of(text, "Seccomp:", seccomp, sizeof seccomp);
    s->filtered = atoi(seccomp) == 2;
    s->root = geteuid() == 0;
    s->slurm = getenv("SLURM_JOB_ID") != NULL;
}

static void look_for_container(struct surroundings *s)
{
    const char *told = getenv("container"); /* systemd's container interface defines it */
    read_file("/run/systemd/container", s->container, sizeof s->container);
    if (told && *told)
        snprintf(s->container, sizeof s->container, "%.39s", told);
    else if (access("/.dockerenv", F_OK) == 0)
        snprintf(s->container, sizeof s->container, "docker");
    else if (access("/run/.containerenv", F_OK) == 0)
        snprintf(s->container, sizeof s->container, "podman");
}

/* True in a chroot. If the new root is no mount point, our list of mounts has no "/". If it is one,
 * the root of process 1 differs from ours, if we may read it. */
static bool is_chrooted(void)
{
    struct stat own, first;
    if (stat("/", &own) == 0 && stat("/proc/1/root/.", &first) == 0 &&
        (own.st_dev != first.st_dev || own.st_ino != first.st_ino))
        return true;
    FILE *file = fopen("/proc/self/mountinfo", "re");
    if (!file)
        return false;
    static char line[4096];
    char where[8];
    bool found = false;
    while (!found && fgets(line, sizeof line, file))
        found = sscanf(line, "%*d %*d %*s %*s %7s", where) == 1 && strcmp(where, "/") == 0;
    fclose(file);
    return !found;
}

static void look_at_switches(struct surroundings *s)
{
    s->apparmor_userns = read_switch("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");
    s->userns_clone = read_switch("/proc/sys/kernel/unprivileged_userns_clone");
    s->userns_most = read_switch("/proc/sys/user/max_user_namespaces");
    s->ptrace_scope = read_switch("/proc/sys/kernel/yama/ptrace_scope");
    read_file("/sys/kernel/security/lsm", s->security, sizeof s->security);
    read_file("/sys/devices/system/clocksource/clocksource0/current_clocksource", s->clocksource,
              sizeof s->clocksource);
}

/* Reads a file of a group; "" if that fails. */
static void read_in(const char *group, const char *name, char *out, size_t room)
{
    char path[2 * HIERARCHY_PATH + 60];
    snprintf(path, sizeof path, "%s/%s", group, name);
    read_file(path, out, room);
}

/* The memory limit of one group; 0: none. For "no limit" v2 has "max", and v1 a huge number. */
static double bytes_of(const char *group)
{
    char text[80], old[80];
    read_in(group, "memory.max", text, sizeof text);
    read_in(group, "memory.limit_in_bytes", old, sizeof old);
    double bytes = strtod(text[0] ? text : old, NULL);
    return bytes > 0 && bytes < 0x1p60 ? bytes : 0;
}

/* The smallest limit of our group and its ancestors; 0: none. */
static double least_above(const char *controller, double (*read)(const char *))
{
    char mount[HIERARCHY_PATH], own[HIERARCHY_PATH], group[2 * HIERARCHY_PATH];
    double least = 0;
    if (!hierarchy_mount(controller, mount))
        return 0;
    hierarchy_own(controller, own);
    for (;;) {
        snprintf(group, sizeof group, "%s%s", mount, own);
        double value = read(group);
        if (value > 0 && (least == 0 || value < least))
            least = value;
        char *slash = strrchr(own, '/');
        if (!slash)
            return least;
        *slash = 0;
    }
}

static double lesser(double a, double b)
{
    return a == 0 ? b : b == 0 ? a : fmin(a, b);
}

static void look_at_groups(struct surroundings *s)
{
    char text[200];
    struct statvfs status;
    if (hierarchy_mount(NULL, s->version2)) {
        read_in(s->version2, "cgroup.subtree_control", text, sizeof text);
        s->controllers = strstr(text, "cpu") && strstr(text, "memory") && strstr(text, "pids");
        s->writable = statvfs(s->version2, &status) == 0 && !(status.f_flag & ST_RDONLY);
    }
    if (hierarchy_mount("memory", s->version1) || hierarchy_mount("cpuacct", s->version1))
        s->writable = s->writable ||
                      (statvfs(s->version1, &status) == 0 && !(status.f_flag & ST_RDONLY));
    s->quota = processors_quota("");
    s->memory_limit = lesser(least_above(NULL, bytes_of), least_above("memory", bytes_of));
}

/* "cpu  user nice system idle iowait irq softirq steal …" */
static double share_stolen(void)
{
    char text[512];
    double ticks[8], sum = 0;
    if (!read_file("/proc/stat", text, sizeof text) ||
        sscanf(text, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &ticks[0], &ticks[1], &ticks[2],
               &ticks[3], &ticks[4], &ticks[5], &ticks[6], &ticks[7]) != 8)
        return 0;
    for (int i = 0; i < 8; i++)
        sum += ticks[i];
    return sum > 0 ? ticks[7] / sum : 0;
}

static void look_at_amounts(struct surroundings *s)
{
    cpu_set_t ours;
    struct sysinfo info;
    struct statvfs status;
    s->processors = sched_getaffinity(0, sizeof ours, &ours) == 0 ? CPU_COUNT(&ours) : 1;
    s->memory = sysinfo(&info) == 0 ? (double)info.totalram * info.mem_unit : 0;
    snprintf(s->temporary, sizeof s->temporary, "%.399s", porter_place());
    s->disk = statvfs(s->temporary, &status) == 0
                  ? (double)status.f_bavail * (double)status.f_frsize
                  : -1;
    s->files = capacity_allowed();
    s->files_a_match = capacity_files(2, OTHER_FILES);
    s->tells_waiting = access("/proc/self/schedstat", R_OK) == 0;
    s->stolen = share_stolen();
}

void surroundings_look(struct surroundings *s)
{
    *s = (struct surroundings){0};
    look_at_system(s);
    look_for_container(s);
    s->chrooted = is_chrooted();
    look_at_switches(s);
    look_at_groups(s);
    look_at_amounts(s);
}
