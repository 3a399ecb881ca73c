#include "referee/sandbox/processors.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

static bool read_line(const char *path, const char *name, char line[100])
{
    char full[PATH_ROOM + 40];
    snprintf(full, sizeof full, "%s/%s", path, name);
    FILE *file = fopen(full, "re");
    bool good = file && fgets(line, 100, file);
    if (file)
        fclose(file);
    return good;
}

/* The CPU quota of one control group, v1 or v2; 0: none. */
static double quota_of_group(const char *path)
{
    char line[100], other[100];
    double quota = -1, period = 0;
    if (read_line(path, "cpu.max", line))
        sscanf(line, "%lf %lf", &quota, &period); /* "max" is no number */
    else if (read_line(path, "cpu.cfs_quota_us", line) &&
             read_line(path, "cpu.cfs_period_us", other)) {
        sscanf(line, "%lf", &quota);
        sscanf(other, "%lf", &period);
    }
    return quota > 0 && period > 0 ? quota / period : 0;
}

/* The smallest quota of a group and its ancestors. */
static double quota_up_from(const char *base, const char *group)
{
    char path[PATH_ROOM];
    double least = 0;
    if (snprintf(path, sizeof path, "%s%s", base, strcmp(group, "/") == 0 ? "" : group) >=
        PATH_ROOM)
        return 0;
    for (;;) {
        double quota = quota_of_group(path);
        if (quota > 0 && (least == 0 || quota < least))
            least = quota;
        char *slash = strrchr(path, '/');
        if (strlen(path) <= strlen(base) || !slash)
            return least;
        *slash = 0;
    }
}

double processors_quota(const char *root)
{
    static const char *const bases[] = {"", "/unified", "/cpu", "/cpu,cpuacct"};
    char path[PATH_ROOM], line[PATH_ROOM];
    double least = 0;
    snprintf(path, sizeof path, "%.1000s/proc/self/cgroup", root);
    FILE *groups = fopen(path, "re");
    while (groups && fgets(line, sizeof line, groups)) {
        char *list = strchr(line, ':'), *group = list ? strchr(list + 1, ':') : NULL;
        bool concerns = group && (strncmp(line, "0::", 3) == 0 || strstr(list, ":cpu,") ||
                                  strstr(list, ":cpu:") || strstr(list, ",cpu:"));
        if (!concerns)
            continue;
        group[strcspn(group, "\n")] = 0;
        for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
            char base[PATH_ROOM];
            snprintf(base, sizeof base, "%.1000s/sys/fs/cgroup%s", root, bases[i]);
            double quota = quota_up_from(base, group + 1);
            if (quota > 0 && (least == 0 || quota < least))
                least = quota;
        }
    }
    if (groups)
        fclose(groups);
    return least;
}

double processors_available(void)
{
    cpu_set_t set;
    double count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    double quota = processors_quota("");
    return quota > 0 && quota < count ? quota : count;
}
