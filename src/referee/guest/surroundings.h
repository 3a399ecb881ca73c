/* surroundings.h - the kernel and the container in which a referee finds itself
 *
 * What they grant is found by trying (referee/guest/machine.h); here is only what explains it: the
 * switches that administrators set, how much there is of processors, memory, disk and open files.
 */
#ifndef REFEREE_GUEST_SURROUNDINGS_H
#define REFEREE_GUEST_SURROUNDINGS_H

#include <stdbool.h>

enum { SURROUNDINGS_NAME = 120, SURROUNDINGS_PATH = 400, SURROUNDINGS_UNKNOWN = -1 };

struct surroundings {
    char kernel[SURROUNDINGS_NAME]; /* "6.1.0-18-amd64" */
    char system[SURROUNDINGS_NAME]; /* "Debian GNU/Linux 12 (bookworm)"; "" if it does not say */
    char container[40];             /* "docker", "podman" …; "" for none that tells its name */
    bool root, chrooted, slurm;
    bool filtered; /* a seccomp filter of somebody else's stands around us */
    /* Switches, as the kernel shows them; SURROUNDINGS_UNKNOWN where it has none. */
    long apparmor_userns;             /* kernel.apparmor_restrict_unprivileged_userns: 1 refuses */
    long userns_clone;                /* kernel.unprivileged_userns_clone: 0 refuses */
    long userns_most;                 /* user.max_user_namespaces */
    long ptrace_scope;                /* kernel.yama.ptrace_scope */
    char security[SURROUNDINGS_NAME]; /* the list of security modules; "" if it is not shown */
    /* Control groups. */
    char version2[SURROUNDINGS_PATH]; /* where they are mounted; "" for nowhere */
    char version1[SURROUNDINGS_PATH]; /* likewise, by the controller memory, else cpuacct */
    bool controllers; /* version 2 hands cpu, memory and pids on to groups below its top */
    bool writable;    /* either is mounted for writing */
    /* How much there is. */
    int processors;
    double quota;                /* processors that our group may use; 0: all of them */
    double memory, memory_limit; /* bytes; a limit of our group's, 0 for none */
    char temporary[SURROUNDINGS_PATH];
    double disk;               /* bytes free there; below 0: unknown */
    long files, files_a_match; /* that may be open, and that a match of two programs takes */
    bool tells_waiting;        /* the kernel tells how long a process waited for a processor */
    double stolen;        /* share of the time that a virtual machine's host took since its start */
    char clocksource[40]; /* "tsc"; "" if it is not shown */
};

void surroundings_look(struct surroundings *);

#endif
