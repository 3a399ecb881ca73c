/* surroundings.h - the kernel and the container that the referee runs in
 *
 * Which layers work is found by trying (referee/guest/machine.h). Here is only what explains it:
 * sysctls, control groups, and the amount of CPUs, memory, disk and open files.
 */
#ifndef REFEREE_GUEST_SURROUNDINGS_H
#define REFEREE_GUEST_SURROUNDINGS_H

#include <stdbool.h>

enum { SURROUNDINGS_NAME = 120, SURROUNDINGS_PATH = 400, SURROUNDINGS_UNKNOWN = -1 };

struct surroundings {
    char kernel[SURROUNDINGS_NAME]; /* "6.1.0-18-amd64" */
    char system[SURROUNDINGS_NAME]; /* "Debian GNU/Linux 12 (bookworm)"; "" if not known */
    char container[40];             /* "docker", "podman" …; "" if none is recognized */
    bool root, chrooted, slurm;
    bool filtered; /* we run under a seccomp filter already */
    /* Sysctls; SURROUNDINGS_UNKNOWN if the kernel does not have one. */
    long apparmor_userns;             /* kernel.apparmor_restrict_unprivileged_userns: 1 refuses */
    long userns_clone;                /* kernel.unprivileged_userns_clone: 0 refuses */
    long userns_most;                 /* user.max_user_namespaces */
    long ptrace_scope;                /* kernel.yama.ptrace_scope */
    char security[SURROUNDINGS_NAME]; /* the list of security modules; "" if not known */
    /* Control groups. */
    char version2[SURROUNDINGS_PATH]; /* where cgroup v2 is mounted; "" for nowhere */
    char version1[SURROUNDINGS_PATH]; /* the v1 mount of the controller memory, else of cpuacct */
    bool controllers; /* v2 enables cpu, memory and pids for the children of its root group */
    bool writable;    /* v2 or v1 is mounted writable */
    /* Resources. */
    int processors;
    double quota;                /* CPUs that our group may use; 0: no quota */
    double memory, memory_limit; /* bytes; the limit of our group, 0 for none */
    char temporary[SURROUNDINGS_PATH];
    double disk;               /* bytes free there; below 0: unknown */
    long files, files_a_match; /* limit on open files, and how many a match of two programs needs */
    bool tells_waiting;        /* the kernel shows how long a process waited for a core */
    double stolen;             /* steal time as a share of all time since the machine's start */
    char clocksource[40];      /* "tsc"; "" if not known */
};

void surroundings_look(struct surroundings *);

#endif
