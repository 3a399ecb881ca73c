/* Speaks to another game, or hears it, by locks, leases and watches on files that both can read.
 * Tells of every way that is open to it. */
#include "misbehaving.h"

#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/syscall.h>

static const char *own_file;

static void tell(const char *way, const char *file)
{
    fprintf(stderr, "%s on %s\n", way, file);
}

static void try_file(const char *file)
{
    int fd = open(file, O_RDONLY);
    struct flock read_lock = {.l_type = F_RDLCK, .l_len = 1},
                 seen = {.l_type = F_WRLCK, .l_len = 1};
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        tell("flock", file);
    if (fcntl(fd, F_SETLK, &read_lock) == 0)
        tell("lock", file);
    if (fcntl(fd, F_OFD_SETLK, &read_lock) == 0)
        tell("open file lock", file);
    if (fcntl(fd, F_GETLK, &seen) == 0 || fcntl(fd, F_OFD_GETLK, &seen) == 0)
        tell("sight of locks", file);
    if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0)
        tell("lease", file);
    int watch = inotify_init();
    if (watch >= 0 && inotify_add_watch(watch, file, IN_OPEN) >= 0)
        tell("inotify", file);
    if (syscall(SYS_fanotify_init, 0x200 /* by file handles, for everybody */, 0) >= 0)
        tell("fanotify", file);
}

int main(int argc, char **argv)
{
    (void)argc;
    own_file = argv[0];
    be_asked();
    try_file(own_file);
    try_file("/usr/bin/env");
    try_file("/etc/passwd");
    int folder = open("/usr", O_RDONLY | O_DIRECTORY);
    if (folder >= 0 && fcntl(folder, F_NOTIFY, DN_ACCESS | DN_MULTISHOT) == 0)
        tell("dnotify", "/usr");
    answer();
    go_on_honestly();
    return 0;
}
