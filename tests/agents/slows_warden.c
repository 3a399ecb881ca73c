/* Slows down whoever started it, by each call that names another process. */
#include "misbehaving.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

int main(int argc, char **argv)
{
    be_asked();
    const char *way = argc > 1 ? argv[1] : "";
    pid_t warden = getppid();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    if (strcmp(way, "affinity") == 0)
        sched_setaffinity(warden, sizeof one, &one);
    else if (strcmp(way, "idle") == 0)
        sched_setscheduler(warden, SCHED_IDLE, &(struct sched_param){0});
    else if (strcmp(way, "nice") == 0)
        setpriority(PRIO_PROCESS, (id_t)warden, 19);
    else if (strcmp(way, "pidfd") == 0)
        syscall(SYS_pidfd_open, warden, 0);
    else if (setpriority(PRIO_USER, 0, 19) == 0 || setpriority(PRIO_USER, getuid(), 19) == 0 ||
             syscall(SYS_ioprio_set, 3 /* a user */, getuid(), 3 << 13 /* idle */) == 0 ||
             syscall(SYS_ioprio_set, 1 /* a process */, warden, 3 << 13) == 0)
        return 1; /* these just fail */
    answer();
    go_on_honestly();
    return 0;
}
