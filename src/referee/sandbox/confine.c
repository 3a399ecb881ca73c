#include "referee/sandbox/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/securebits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "referee/sandbox/landlock.h"
#include "referee/sandbox/system_calls.h"

enum { GUEST_ID = 1000 }; /* the user id that a guest sees as its own */

static const struct {
    unsigned layer;
    int flag; /* of clone; 0 if it is no namespace */
    const char *name;
} layers_known[] = {
    {LAYER_USER, CLONE_NEWUSER, "user namespace"},
    {LAYER_PID, CLONE_NEWPID, "pid namespace"},
    {LAYER_NET, CLONE_NEWNET, "net namespace"},
    {LAYER_MOUNT, CLONE_NEWNS, "mount namespace"},
    {LAYER_IPC, CLONE_NEWIPC, "ipc namespace"},
    {LAYER_UTS, CLONE_NEWUTS, "uts namespace"},
    {LAYER_VIEW, 0, "own file system"},
    {LAYER_LANDLOCK, 0, "landlock"},
    {LAYER_SECCOMP, 0, "seccomp"},
    {LAYER_MEMORY, 0, "memory limit by control group"},
    {LAYER_PROCESSES, 0, "process limit by control group"},
    {LAYER_DISK, 0, "disk limit by file system"},
    {LAYER_SHARES, 0, "share of the processor by control group"},
    {LAYER_KILLED_FIRST, 0, "oom_score_adj"},
    {LAYER_FREEZER, 0, "freezer"},
};

enum { LAYERS = sizeof layers_known / sizeof *layers_known };

enum { NAMESPACES = LAYER_USER | LAYER_PID | LAYER_NET | LAYER_MOUNT | LAYER_IPC | LAYER_UTS };

void confine_names(unsigned layers, char *out, size_t room)
{
    bool all = (layers & NAMESPACES) == NAMESPACES;
    size_t at = (size_t)snprintf(out, room, "%s", all ? "namespaces" : "");
    for (int i = 0; i < LAYERS && at < room; i++)
        if (layers & layers_known[i].layer && !(all && layers_known[i].flag))
            at += (size_t)snprintf(out + at, room - at, "%s%s", at ? ", " : "",
                                   layers_known[i].name);
}

static uid_t own_user; /* a child in a new user namespace cannot ask for its former user id */
static gid_t own_group;

void confine_prepare(void)
{
    own_user = geteuid();
    own_group = getegid();
    system_calls_prepare(0);
}

/* The missing layers for which the seccomp filter must make up. */
static unsigned lacks_of(unsigned layers)
{
    return (layers & LAYER_PID ? 0 : CALLS_WITHOUT_PID_NAMESPACE) |
           (layers & LAYER_IPC ? 0 : CALLS_WITHOUT_IPC_NAMESPACE) |
           (layers & LAYER_SHARES ? 0 : CALLS_WITHOUT_SHARES) |
           (layers & LAYER_MEMORY ? 0 : CALLS_WITHOUT_MEMORY_GROUP) |
           (layers & LAYER_FREEZER ? 0 : CALLS_WITHOUT_FREEZER) |
           (layers & LAYER_NET ? 0 : CALLS_WITHOUT_NET_NAMESPACE);
}

static unsigned long flags_of(unsigned layers)
{
    unsigned long flags = 0;
    for (int i = 0; i < LAYERS; i++)
        if (layers & layers_known[i].layer)
            flags |= (unsigned long)layers_known[i].flag;
    return flags;
}

pid_t confine_clone(const struct policy *policy, unsigned *layers)
{
    /* An unprivileged user gets the other namespaces only together with a user namespace. Some
     * kernels refuse user namespaces even to root; some containers refuse the net namespace or the
     * mount namespace. */
    static const unsigned ladder[] = {
        NAMESPACES,
        LAYER_PID | LAYER_NET | LAYER_MOUNT | LAYER_IPC | LAYER_UTS,
        LAYER_USER | LAYER_PID | LAYER_MOUNT | LAYER_IPC | LAYER_UTS,
        LAYER_USER | LAYER_PID | LAYER_NET | LAYER_IPC | LAYER_UTS,
        LAYER_USER | LAYER_PID,
        0,
    };
    enum { RUNGS = sizeof ladder / sizeof *ladder };
    for (int rung = policy->sandbox == SANDBOX_ON ? 0 : RUNGS - 1; rung < RUNGS; rung++) {
        *layers = ladder[rung];
        unsigned long flags = flags_of(ladder[rung]);
        pid_t pid = flags ? (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0) : fork();
        if (pid >= 0)
            return pid;
    }
    return -1;
}

static bool put_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool good = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return good;
}

/* Maps our user id to a single other id that is not 0 in the namespace, so that exec drops all
 * capabilities. */
static bool map_user(void)
{
    char line[60];
    snprintf(line, sizeof line, "%d %u 1", GUEST_ID, own_user);
    bool good = put_file("/proc/self/uid_map", line) && put_file("/proc/self/setgroups", "deny");
    snprintf(line, sizeof line, "%d %u 1", GUEST_ID, own_group);
    return good && put_file("/proc/self/gid_map", line);
}

/* Adds flags with mount_setattr(2), which keeps those that are set. In a user namespace the kernel
 * refuses a remount that clears any. */
static bool restrict_mount(const char *path, uint64_t set, bool and_below)
{
    struct {
        uint64_t set, clear, propagation, userns;
    } attributes = {.set = set};
    enum { MOUNT_SETATTR = 442, BELOW = 0x8000 /* AT_RECURSIVE */ };
    return syscall(MOUNT_SETATTR, AT_FDCWD, path, and_below ? BELOW : 0, &attributes,
                   sizeof attributes) == 0;
}

enum { ATTR_READ_ONLY = 1, ATTR_NO_SUID = 2, ATTR_NO_DEVICES = 4 }; /* MOUNT_ATTR_… */

/* Makes a directory and those above it. */
static void make_path(const char *path)
{
    char part[2 * POLICY_PATH + 80];
    snprintf(part, sizeof part, "%s", path);
    for (char *at = strchr(part + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(part, 0755);
        *at = '/';
    }
    mkdir(part, 0755);
}

enum showing { SHOW_READABLE, SHOW_DEVICE };

/* Bind-mounts a path at the same place in the new root. Skips a path that does not exist. */
static bool show(const char *root, const char *path, enum showing how)
{
    static const uint64_t attributes[] = {
        [SHOW_READABLE] = ATTR_READ_ONLY | ATTR_NO_SUID | ATTR_NO_DEVICES,
        [SHOW_DEVICE] = ATTR_NO_SUID,
    };
    char place[2 * POLICY_PATH], target[POLICY_PATH];
    struct stat status;
    if (lstat(path, &status) != 0)
        return true;
    snprintf(place, sizeof place, "%s%s", root, path);
    if (S_ISLNK(status.st_mode)) {
        ssize_t length = readlink(path, target, sizeof target - 1);
        if (length < 0)
            return false;
        target[length] = 0;
        return symlink(target, place) == 0 || errno == EEXIST;
    }
    if (S_ISDIR(status.st_mode)) {
        make_path(place);
    } else {
        char *slash = strrchr(place, '/');
        *slash = 0;
        make_path(place);
        *slash = '/';
        int fd = open(place, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
        if (fd >= 0)
            close(fd);
    }
    return mount(path, place, NULL, MS_BIND | MS_REC, NULL) == 0 &&
           restrict_mount(place, attributes[how], true);
}

/* The parts of the system that every program needs. Nothing that belongs to a user is among them.
 */
static const struct {
    const char *path;
    enum showing how;
} system_paths[] = {
    {"/usr", SHOW_READABLE},
    {"/bin", SHOW_READABLE},
    {"/sbin", SHOW_READABLE},
    {"/lib", SHOW_READABLE},
    {"/lib32", SHOW_READABLE},
    {"/lib64", SHOW_READABLE},
    {"/libx32", SHOW_READABLE},
    {"/opt", SHOW_READABLE},
    {"/nix", SHOW_READABLE},
    {"/etc/alternatives", SHOW_READABLE},
    {"/etc/group", SHOW_READABLE},
    {"/etc/java-11-openjdk", SHOW_READABLE}, /* where Debian has the rest of Java */
    {"/etc/java-17-openjdk", SHOW_READABLE},
    {"/etc/java-21-openjdk", SHOW_READABLE},
    {"/etc/java-25-openjdk", SHOW_READABLE},
    {"/etc/ld.so.cache", SHOW_READABLE},
    {"/etc/ld.so.conf", SHOW_READABLE},
    {"/etc/ld.so.conf.d", SHOW_READABLE},
    {"/etc/localtime", SHOW_READABLE},
    {"/etc/nsswitch.conf", SHOW_READABLE},
    {"/etc/passwd", SHOW_READABLE},
    {"/dev/null", SHOW_DEVICE},
    {"/dev/zero", SHOW_DEVICE},
    {"/dev/full", SHOW_DEVICE},
    {"/dev/random", SHOW_DEVICE},
    {"/dev/urandom", SHOW_DEVICE},
};

enum { SYSTEM_PATHS = sizeof system_paths / sizeof *system_paths };

/* Hides the referee's own directory if the program's directory contains it. */
static bool hide(const char *root, const char *path)
{
    char place[2 * POLICY_PATH];
    snprintf(place, sizeof place, "%s%s", root, path);
    return access(place, F_OK) != 0 || mount("tmpfs", place, "tmpfs", MS_NOSUID, "mode=755") == 0;
}

/* Mounts the home, a tmpfs. That limits bytes and entries, and counts files that are unlinked but
 * open. What a guest makes there, such as a setuid file, ends with its namespace. If the new root
 * has a directory of that name already, the tmpfs covers it. */
static bool make_home(const char *root, const struct policy *policy)
{
    char place[2 * POLICY_PATH], options[80];
    snprintf(place, sizeof place, "%s%s", root, policy->home);
    make_path(place);
    snprintf(options, sizeof options, "mode=755,size=%zu,nr_inodes=%d", policy->disk,
             policy->entries);
    return mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

/* Builds a new root and enters it. False on failure; up to pivot_root() the old root stays in
 * place. */
static bool build_view(const struct policy *policy)
{
    const char *root = policy->stage;
    char place[2 * POLICY_PATH];
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", root, "tmpfs", MS_NOSUID, "mode=755,size=1m") != 0)
        return false;
    bool good = true;
    for (int i = 0; i < SYSTEM_PATHS; i++)
        good = show(root, system_paths[i].path, system_paths[i].how) && good;
    for (int i = 0; i < POLICY_READABLE; i++)
        if (policy->readable[i][0])
            good = show(root, policy->readable[i], SHOW_READABLE) && good;
    good = good && hide(root, policy->hidden) && make_home(root, policy);
    snprintf(place, sizeof place, "%s/proc", root);
    mkdir(place, 0755);
    /* A /proc of the new pid namespace, which shows the guest only its own processes. A container
     * that masks parts of its own /proc refuses the mount; then the guest has no /proc. */
    unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (mount("proc", place, "proc", flags, "hidepid=ptraceable") == 0 ||
        mount("proc", place, "proc", flags, NULL) == 0)
        restrict_mount(place, ATTR_READ_ONLY, false);
    snprintf(place, sizeof place, "%s%s", root, policy->hidden);
    restrict_mount(place, ATTR_READ_ONLY, false); /* fails where nothing had to be hidden */
    return good && restrict_mount(root, ATTR_READ_ONLY, false) && chdir(root) == 0 &&
           syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0;
}

/* Repeats the rules of the view in Landlock, as far as this kernel supports them. */
static int make_ruleset(const struct policy *policy, unsigned layers)
{
    int ruleset = landlock_new();
    if (ruleset < 0)
        return -1;
    bool good = true;
    for (int i = 0; i < SYSTEM_PATHS; i++)
        good = landlock_allow(ruleset, system_paths[i].path,
                              system_paths[i].how == SHOW_DEVICE ? LANDLOCK_DEVICE
                                                                 : LANDLOCK_READ) &&
               good;
    if ((layers & LAYER_VIEW) && (layers & LAYER_PID)) /* else it would be everybody's /proc */
        good = landlock_allow(ruleset, "/proc", LANDLOCK_READ) && good;
    for (int i = 0; i < POLICY_READABLE; i++)
        if (policy->readable[i][0])
            good = landlock_allow(ruleset, policy->readable[i], LANDLOCK_READ) && good;
    if (good && landlock_allow(ruleset, policy->home, LANDLOCK_OWN))
        return ruleset;
    close(ruleset);
    return -1;
}

unsigned confine_enter(const struct policy *policy, unsigned layers, int *ruleset)
{
    *ruleset = -1;
    if (policy->sandbox == SANDBOX_OFF)
        return layers;
    if ((layers & LAYER_USER) && !map_user())
        layers &= ~(unsigned)LAYER_USER;
    if (layers & LAYER_UTS)
        if (sethostname("plywood", 7) != 0)
            layers &= ~(unsigned)LAYER_UTS;
    if ((layers & LAYER_MOUNT) && build_view(policy))
        layers |= LAYER_VIEW | LAYER_DISK;
    *ruleset = make_ruleset(policy, layers);
    if (*ruleset >= 0)
        layers |= LAYER_LANDLOCK;
    if (lacks_of(layers))
        system_calls_prepare(lacks_of(layers));
    if (system_calls_known())
        layers |= LAYER_SECCOMP;
    return layers;
}

static bool limit(int resource, size_t value)
{
    struct rlimit now, wanted = {value, value};
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0)
        return false;
    if (now.rlim_max < wanted.rlim_max) /* our own hard limit is lower */
        return true;
    return setrlimit((__rlimit_resource_t)resource, &wanted) == 0;
}

const char *confine_guest(const struct policy *policy, unsigned layers, int ruleset, int *listener)
{
    *listener = -1;
    if (!limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, policy->file_bytes) ||
        !limit(RLIMIT_NOFILE, (size_t)policy->open_files))
        return "limits";
    /* RLIMIT_DATA, not RLIMIT_AS: runtimes reserve far more address space than they use. */
    if (!(layers & LAYER_MEMORY) && !limit(RLIMIT_DATA, policy->memory))
        return "memory limit";
    /* The kernel counts processes per user. Only in a user namespace are these just the guest and
     * the warden. One process more is allowed, so that the warden can see that there are too many.
     */
    if (!(layers & LAYER_PROCESSES) && (layers & LAYER_USER) &&
        !limit(RLIMIT_NPROC, (size_t)policy->processes + 2))
        return "process limit";
    /* Pending signals are counted per user too. Without a limit one guest could use up our user's.
     */
    enum { PENDING_SIGNALS = 1024 };
    if ((layers & LAYER_USER) && !limit(RLIMIT_SIGPENDING, PENDING_SIGNALS))
        return "signal limit";
    if (policy->sandbox == SANDBOX_OFF)
        return NULL;
    /* In a user namespace exec drops the capabilities. Without one, SECBIT_NOROOT makes it drop
     * root's. A container may refuse that, but then root has few capabilities anyway. */
    if (!(layers & LAYER_USER) && geteuid() == 0)
        prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "no new privileges";
    if (ruleset >= 0 && !landlock_enter(ruleset))
        return "landlock";
    if ((layers & LAYER_SECCOMP) && !system_calls_forbid(listener))
        return "seccomp";
    return NULL;
}
