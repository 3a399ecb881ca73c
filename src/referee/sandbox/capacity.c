#include "referee/sandbox/capacity.h"

#include <dirent.h>
#include <limits.h>
#include <stddef.h>
#include <sys/resource.h>

enum {
    REFEREE_A_GUEST = 4, /* the warden's socket, the home, and two more while its files are read */
    PORTER_A_GUEST = 16, /* its control socket and every file of a struct meter */
    PORTER_ITSELF = 9,
    WARDEN_ITSELF = 25 /* five pipes, pidfd, signalfd, the home, and a walk through its files */
};

void capacity_raise(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit); /* on failure the old limit stays, which is no fault */
}

static int open_now(void)
{
    DIR *files = opendir("/proc/self/fd");
    int count = 0;
    while (files && readdir(files))
        count++;
    if (files)
        closedir(files);
    return count;
}

long capacity_files(int guests, int others)
{
    long referee = open_now() + (long)guests * REFEREE_A_GUEST + others;
    long warden = PORTER_ITSELF + (long)guests * PORTER_A_GUEST + WARDEN_ITSELF;
    return referee > warden ? referee : warden;
}

long capacity_allowed(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max == RLIM_INFINITY ||
        limit.rlim_max > LONG_MAX)
        return LONG_MAX;
    return (long)limit.rlim_max;
}
