/* A build command: leaves everything that could give power to somebody who finds it later. What it
 * cannot make it goes without. It ends well, so that its work is taken back. */
#include "misbehaving.h"

#include <stdint.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/xattr.h>

static void make_file(const char *name, mode_t mode)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    bool made = fd >= 0 && write(fd, "#!/bin/sh\n", 10) == 10;
    if (made && (fchmod(fd, mode) != 0 || chmod(name, mode) != 0))
        fprintf(stderr, "%s: no such mode\n", name);
    close(fd);
}

/* All capabilities, permitted and effective, as the kernel keeps them: version 2. */
static void give_capabilities(const char *name)
{
    const uint32_t data[5] = {0x02000001, ~0u, 0, ~0u, 0};
    if (setxattr(name, "security.capability", data, sizeof data, 0) != 0)
        fprintf(stderr, "%s: no capabilities\n", name);
    if (setxattr(name, "user.plywood", "1", 1, 0) != 0)
        fprintf(stderr, "%s: no attributes\n", name);
}

static int attempts, failures;

static void attempt(int result)
{
    attempts++;
    failures += result != 0;
}

int main(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
    umask(0);
    make_file("plain", 0666);
    make_file("runs", 0777);
    make_file("setuid", 04777);
    make_file("setgid", 02777);
    make_file("sticky", 01777);
    make_file("capable", 0755);
    make_file("given", 04755); /* there before, with other bytes */
    give_capabilities("capable");
    attempt(mkdir("folder", 0777));
    attempt(chmod("folder", 07777));
    make_file("folder/setuid", 06755);
    attempt(mkfifo("pipe", 0666));
    attempt(mknod("device", S_IFCHR | 0666, makedev(1, 3)));
    attempt(mknod("disk", S_IFBLK | 0666, makedev(8, 0)));
    attempt(link("/etc/passwd", "passwd"));
    attempt(link("setuid", "folder/twin"));
    attempt(symlink("/etc/passwd", "out"));
    attempt(symlink("../outside", "up"));
    attempt(symlink("../../outside", "folder/up"));
    attempt(symlink("../plain", "folder/in"));
    attempt(bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address));
    attempt(chown("setuid", 0, 0));
    fprintf(stderr, "%d of %d failed\n", failures, attempts);
    return 0;
}
