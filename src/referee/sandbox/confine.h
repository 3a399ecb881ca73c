/* confine.h - what keeps a guest in: namespaces, a view of the file system, Landlock, seccomp
 *
 * The layers are independent, and each one that the kernel grants is used:
 *
 *   namespaces   user, pid, net, mount, ipc, uts: it sees no other process, no network
 *   view         a file system of its own: the system and its program read-only, its home, which
 *                is a tmpfs of limited size: what it writes never reaches a disk
 *   landlock     the same rules once more, and no signals to anybody outside
 *   seccomp      a table of system calls that no player needs; making one is the end
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
    LAYER_MEMORY = 512, /* limited for all processes together */
    LAYER_PROCESSES = 1024,
    LAYER_DISK = 2048,         /* its home is a file system of its own, and of limited size */
    LAYER_SHARES = 4096,       /* of the processor: one for all processes together */
    LAYER_KILLED_FIRST = 8192, /* before anybody else, when the machine is short of memory */
    LAYER_FREEZER = 16384,     /* nothing that it can do lets it run while the other side thinks */
    LAYERS_OF_LIMITS = LAYER_MEMORY | LAYER_PROCESSES | LAYER_DISK | LAYER_SHARES |
                       LAYER_KILLED_FIRST | LAYER_FREEZER,
    LAYERS_ALL = 32767
};

/* The names of some layers, "pid, net"; "" for none. */
void confine_names(unsigned layers, char *out, size_t room);

/* Makes the seccomp filter, once a process. */
void confine_prepare(void);

/* As fork(), with as many new namespaces for the child as the kernel grants; *layers tells which.
 * Without sandbox a plain fork. */
pid_t confine_clone(const struct policy *, unsigned *layers);

/* Called in the child: maps its user, builds its view, makes the Landlock rules. Returns which
 * layers stand; *ruleset is the rules' file or -1. */
unsigned confine_enter(const struct policy *, unsigned layers, int *ruleset);

/* The last thing before exec. NULL, or the name of what failed; errno says why. *listener: where
 * the kernel will tell of forbidden system calls, or -1. */
const char *confine_guest(const struct policy *, unsigned layers, int ruleset, int *listener);

#endif
