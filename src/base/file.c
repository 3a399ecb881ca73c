#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, LINKS_MAX = 40 };

static bool write_all(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t put = write(fd, bytes, count);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        count -= (size_t)put;
    }
    return true;
}

/* Writes all and closes; false, errno set, if either fails. */
static bool write_and_close(int fd, const char *bytes, size_t count)
{
    bool good = write_all(fd, bytes, count);
    int why = errno;
    if (close(fd) != 0 && good)
        return false;
    errno = why;
    return good;
}

static bool put_path(char out[PATH_BYTES], const char *folder, size_t length, const char *name)
{
    int written = snprintf(out, PATH_BYTES, "%.*s%s", (int)length, folder, name);
    if (written >= 0 && written < PATH_BYTES)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Follows symbolic links to the name of what is meant, which need not be there. */
static bool follow_links(const char *path, char out[PATH_BYTES])
{
    struct stat status;
    char target[PATH_BYTES], next[PATH_BYTES];
    if (!put_path(out, "", 0, path))
        return false;
    for (int links = 0; lstat(out, &status) == 0 && S_ISLNK(status.st_mode); links++) {
        ssize_t length = readlink(out, target, sizeof target - 1);
        if (length < 0)
            return false;
        if (links == LINKS_MAX) {
            errno = ELOOP;
            return false;
        }
        target[length] = 0;
        const char *slash = strrchr(out, '/');
        size_t folder = slash && *target != '/' ? (size_t)(slash - out) + 1 : 0;
        if (!put_path(next, out, folder, target))
            return false;
        memcpy(out, next, sizeof next);
    }
    return true;
}

/* Opens a new file beside another one. */
static int open_beside(const char *path, char name[PATH_BYTES])
{
    char ending[40];
    snprintf(ending, sizeof ending, ".%ld.new", (long)getpid());
    if (!put_path(name, path, strlen(path), ending))
        return -1;
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    int fd = open(name, flags, 0666);
    if (fd < 0 && errno == EEXIST) { /* left behind by a killed process of the same number */
        unlink(name);
        fd = open(name, flags, 0666);
    }
    return fd;
}

bool file_replace(const char *path, const char *bytes, size_t count)
{
    char meant[PATH_BYTES], beside[PATH_BYTES];
    struct stat status;
    if (!follow_links(path, meant))
        return false;
    bool is_there = stat(meant, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        int fd = open(meant, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return fd >= 0 && write_and_close(fd, bytes, count);
    }
    int fd = open_beside(meant, beside);
    if (fd < 0 && is_there && (errno == EACCES || errno == EPERM || errno == EROFS)) {
        fd = open(meant, O_WRONLY | O_TRUNC | O_CLOEXEC);
        return fd >= 0 && write_and_close(fd, bytes, count);
    }
    if (fd < 0)
        return false;
    bool kept = !is_there || fchmod(fd, status.st_mode & 0777) == 0;
    bool good = write_and_close(fd, bytes, count) && kept && rename(beside, meant) == 0;
    int why = errno;
    if (!good)
        unlink(beside);
    errno = why;
    return good;
}
