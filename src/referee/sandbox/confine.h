/* confine.h - confines a guest: namespaces, a root of its own, Landlock, seccomp, limits
 *
 * The layers are independent, and each one that the kernel grants is used:
 *
 *   namespaces   user, pid, net, mount, ipc, uts: the guest sees no other process and no network
 *   view         a root file system of its own: the system and the program read-only, and its home,
 *                a tmpfs of limited size, so nothing that it writes reaches a disk
 *   landlock     the same rules about files once more, and no signals to processes outside
 *   seccomp      a table of system calls that no player needs; a guest that makes one is killed
 *   limits       memory, processes, size of files, open files; a freezer
 *
 * confine_prepare() and confine_clone() are the porter's, confine_enter() the warden's, and
 * confine_guest() is called in the child that is about to become the guest.
 */
#ifndef REFEREE_SANDBOX_CONFINE_H
#define REFEREE_SANDBOX_CONFINE_H

#include <sys/types.h>

#include "referee/sandbox/policy.h"

enum layer {
    LAYER_USER = 1,
    LAYER_PID = 2,
    LAYER_NET = 4,
    LAYER_MOUNT = 8,
    LAYER_IPC = 16,
    LAYER_UTS = 32,
    LAYER_VIEW = 64,
    LAYER_LANDLOCK = 128,
    LAYER_SECCOMP = 256,
    LAYER_MEMORY = 512, /* a limit for all its processes together */
    LAYER_PROCESSES = 1024,
    LAYER_DISK = 2048,         /* its home is a file system of its own, and of limited size */
    LAYER_SHARES = 4096,       /* all its processes together have one share of the CPU */
    LAYER_KILLED_FIRST = 8192, /* oom_score_adj: the first victim when memory is short */
    LAYER_FREEZER = 16384,     /* it cannot wake itself up while the other side thinks */
    LAYERS_OF_LIMITS = LAYER_MEMORY | LAYER_PROCESSES | LAYER_DISK | LAYER_SHARES |
                       LAYER_KILLED_FIRST | LAYER_FREEZER,
    LAYERS_ALL = 32767
};

/* Writes the names of a set of layers: "pid, net"; "" for none. */
void confine_names(unsigned layers, char *out, size_t room);

/* Makes the seccomp filter, once per process. */
void confine_prepare(void);

/* Forks a child into as many new namespaces as the kernel grants; *layers says which. Returns what
 * fork() does. With SANDBOX_OFF it is a plain fork(). */
pid_t confine_clone(const struct policy *, unsigned *layers);

/* In the child: maps its user, builds its root and makes the Landlock rules. Returns the layers in
 * force; *ruleset is the file descriptor of the rules, or -1. */
unsigned confine_enter(const struct policy *, unsigned layers, int *ruleset);

/* The last step before exec: sets rlimits, no_new_privs, Landlock and seccomp. Returns NULL, or the
 * name of the step that failed, with errno set. *listener is the seccomp notification descriptor,
 * or -1. */
const char *confine_guest(const struct policy *, unsigned layers, int ruleset, int *listener);

#endif
