#include "referee/sandbox/claim.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "referee/sandbox/folder.h"
#include "referee/sandbox/meter.h"

enum { RANDOM = 6 }; /* characters that mkdtemp(3) fills in */

static const char prefix[] = "plywood-", owner[] = "owner";
static const char first_line[] = "control groups of this referee:\n";

/* Writes the first line under the lock, so a file without it is one that is just being made. */
static int make_owner(int folder)
{
    int fd = openat(folder, owner, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    size_t length = strlen(first_line);
    if (flock(fd, LOCK_EX) == 0 && write(fd, first_line, length) == (ssize_t)length)
        return fd;
    close(fd);
    return -1;
}

int claim_make(const char *parent, char *base, size_t room)
{
    char made[PATH_MAX], resolved[PATH_MAX];
    snprintf(made, sizeof made, "%.4000s/%sXXXXXX", parent, prefix);
    snprintf(base, room, "%s", made); /* for messages */
    if (!mkdtemp(made))
        return -1;
    int folder = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC), fd = -1;
    if (folder >= 0 && realpath(made, resolved) && strlen(resolved) < room)
        fd = make_owner(folder);
    int error = errno;
    if (folder >= 0)
        close(folder);
    if (fd >= 0)
        memcpy(base, resolved, strlen(resolved) + 1);
    else
        folder_remove(AT_FDCWD, made);
    errno = error;
    return fd;
}

const char *claim_mark(const char *base)
{
    return base + strlen(base) - RANDOM;
}

/* Ends the groups that an owner's file lists, and skips any path that does not contain the mark:
 * that is no group of ours. */
static void end_groups(int fd, const char *mark)
{
    int copy = dup(fd);
    FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;
    char line[METER_PATH + 2];
    if (!file) {
        if (copy >= 0)
            close(copy);
        return;
    }
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        const char *name = strrchr(line, '/');
        if (line[0] == '/' && strncmp(name + 1, prefix, strlen(prefix)) == 0 && strstr(name, mark))
            meter_end_group(line);
    }
    fclose(file);
}

bool claim_clear(const char *base)
{
    int folder = open(base, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int fd = folder >= 0 ? openat(folder, owner, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (fd >= 0) {
        end_groups(fd, claim_mark(base));
        close(fd);
    }
    if (folder >= 0)
        close(folder);
    return folder_remove(AT_FDCWD, base);
}

static bool is_claim(const char *name)
{
    size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0 || strlen(name) != length + RANDOM)
        return false;
    for (const char *at = name + length; *at; at++)
        if (!isalnum((unsigned char)*at))
            return false;
    return true;
}

static bool is_mine(const struct stat *status, mode_t kind)
{
    return status->st_uid == geteuid() && (status->st_mode & S_IFMT) == kind &&
           !(status->st_mode & 022);
}

/* Opens and locks the owner's file of a dead referee. -1 if the referee is alive, or in doubt. */
static int take_over(int folder)
{
    struct stat status;
    char line[sizeof first_line] = "";
    size_t length = strlen(first_line);
    int fd = openat(folder, owner, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) == 0 && is_mine(&status, S_IFREG) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        pread(fd, line, length, 0) == (ssize_t)length && strcmp(line, first_line) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Removes a directory whose referee was killed while making it. All that can be there is an owner's
 * file, empty and not locked. A referee that is merely slow then finds its directory missing, and
 * reports that. */
static void remove_unfinished(int parent, int folder, const char *name, const struct stat *status)
{
    enum { LONG_ENOUGH = 60 }; /* seconds to make one */
    struct stat file;
    if (time(NULL) - status->st_mtime < LONG_ENOUGH)
        return;
    int fd = openat(folder, owner, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &file) == 0 && is_mine(&file, S_IFREG) && file.st_size == 0 &&
        flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, owner, 0);
    if (fd >= 0)
        close(fd);
    unlinkat(parent, name, AT_REMOVEDIR); /* fails, as it should, if anything else is in it */
}

static void sweep_one(int parent, const char *path, const char *name)
{
    struct stat status;
    char base[PATH_MAX];
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return;
    bool mine = fstat(folder, &status) == 0 && is_mine(&status, S_IFDIR);
    int lock = mine ? take_over(folder) : -1;
    if (mine && lock < 0)
        remove_unfinished(parent, folder, name, &status);
    close(folder);
    if (lock < 0)
        return;
    snprintf(base, sizeof base, "%.3800s/%.200s", path, name);
    claim_clear(base); /* what cannot be removed now is left for the next sweep */
    close(lock);
}

void claim_sweep(const char *parent)
{
    DIR *dir = opendir(parent);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        if (is_claim(entry->d_name))
            sweep_one(dirfd(dir), parent, entry->d_name);
    if (dir)
        closedir(dir);
}
