#include "referee/sandbox/transfer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/sandbox/cancel.h"
#include "referee/sandbox/folder.h"

enum { DEPTH_MAX = 40, TARGET = 4096 };

struct transfer {
    bool back;        /* from the home into a directory that has files already */
    bool only_counts; /* nothing is written yet */
    const struct transfer_limit *limit;
    size_t bytes_left;
    int entries_left;
    struct notes *notes;
};

static bool fault(struct transfer *t, const char *name)
{
    notes_fault(t->notes, 0, "\"%.100s\": cannot be copied: %s", name, strerror(errno));
    return false;
}

static bool too_much(struct transfer *t)
{
    notes_fault(t->notes, 0, "the directory has more than %zu MB or %d files",
                t->limit->bytes >> 20, t->limit->entries);
    return false;
}

static void remark(struct transfer *t, const char *name, const char *what)
{
    if (!t->only_counts)
        notes_remark(t->notes, 0, "\"%.100s\": %s, left out", name, what);
}

/* True if a symbolic link at this depth (1: at the top) leads to a place inside the directory. A
 * ".." after a name is refused: the name may be another link, so ".." could lead anywhere. */
static bool stays_inside(const char *target, int depth)
{
    int level = depth - 1;
    bool named = false;
    if (target[0] == '/')
        return false;
    for (const char *at = target; *at;) {
        size_t length = strcspn(at, "/");
        if (length == 2 && memcmp(at, "..", 2) == 0)
            level--;
        else if (length > 0 && !(length == 1 && at[0] == '.'))
            named = true;
        if (level < 0 || (named && length == 2 && memcmp(at, "..", 2) == 0))
            return false;
        at += length + strspn(at + length, "/");
    }
    return true;
}

static bool copy_link(struct transfer *t, int from, int to, const char *name, int depth)
{
    char target[TARGET], there[TARGET];
    ssize_t length = readlinkat(from, name, target, sizeof target);
    if (length < 0 || length == sizeof target)
        return fault(t, name);
    target[length] = 0;
    ssize_t other = t->back && to >= 0 ? readlinkat(to, name, there, sizeof there) : -1;
    if (other == length && memcmp(target, there, (size_t)length) == 0)
        return true;
    if (t->back && !stays_inside(target, depth)) {
        remark(t, name, "a link that leads out of the directory");
        return true;
    }
    if (t->only_counts)
        return true;
    if (t->back && unlinkat(to, name, 0) != 0 && errno != ENOENT)
        return fault(t, name);
    return symlinkat(target, to, name) == 0 || fault(t, name);
}

/* Reads count bytes, or fewer at the end of the file. -1: an error. */
static ssize_t read_fully(int fd, char *bytes, size_t count)
{
    size_t got = 0;
    while (got < count) {
        ssize_t more = read(fd, bytes + got, count - got);
        if (more < 0 && errno == EINTR)
            continue;
        if (more < 0)
            return -1;
        if (more == 0)
            break;
        got += (size_t)more;
    }
    return (ssize_t)got;
}

/* Copies all bytes of an open file; false, errno set, if that fails or there are more than left. */
static bool copy_bytes(struct transfer *t, int in, int out)
{
    char bytes[1 << 16];
    ssize_t count = -1;
    while (!cancel_requested() && (count = read_fully(in, bytes, sizeof bytes)) > 0) {
        errno = EFBIG; /* it grew while we looked */
        if ((size_t)count > t->bytes_left)
            return false;
        t->bytes_left -= (size_t)count;
        for (ssize_t put, at = 0; at < count; at += put)
            if ((put = write(out, bytes + at, (size_t)(count - at))) < 0)
                return false;
    }
    return count == 0;
}

/* True if two open files have the same bytes. Both are at their beginning afterwards. */
static bool same_bytes(int a, int b)
{
    char bytes[2][1 << 14];
    ssize_t count[2];
    do {
        count[0] = read_fully(a, bytes[0], sizeof bytes[0]);
        count[1] = read_fully(b, bytes[1], sizeof bytes[1]);
    } while (!cancel_requested() && count[0] > 0 && count[0] == count[1] &&
             memcmp(bytes[0], bytes[1], (size_t)count[0]) == 0);
    lseek(a, 0, SEEK_SET);
    lseek(b, 0, SEEK_SET);
    return count[0] == 0 && count[1] == 0;
}

/* Keeps an existing file if its bytes and its right to be executed are the same. Sets its
 * modification time, which make(1) looks at. False if there is no such file. */
static bool keep_file(int in, const struct stat *status, int to, const char *name)
{
    struct stat there;
    int fd = openat(to, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool same = fd >= 0 && fstat(fd, &there) == 0 && S_ISREG(there.st_mode) &&
                there.st_size == status->st_size &&
                !(there.st_mode & 0100) == !(status->st_mode & 0100) && same_bytes(in, fd);
    if (same) /* fails if another user owns the file; then the old time stays */
        futimens(fd, (struct timespec[]){status->st_atim, status->st_mtim});
    if (fd >= 0)
        close(fd);
    return same;
}

static bool copy_file(struct transfer *t, int from, int to, const char *name,
                      const struct stat *status)
{
    if ((size_t)status->st_size > t->bytes_left)
        return too_much(t);
    if (t->only_counts) {
        t->bytes_left -= (size_t)status->st_size;
        return true;
    }
    int in = openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat opened;
    if (in < 0 || fstat(in, &opened) != 0 || !S_ISREG(opened.st_mode)) {
        fault(t, name);
        if (in >= 0)
            close(in);
        return false;
    }
    if (t->back && keep_file(in, &opened, to, name)) {
        close(in);
        return true;
    }
    char beside[40];
    snprintf(beside, sizeof beside, ".plywood-%ld.new", (long)getpid());
    const char *first = t->back ? beside : name;
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    if (t->back)
        unlinkat(to, beside, 0);
    int out = openat(to, first, flags, 0600);
    bool good = out >= 0 && copy_bytes(t, in, out) &&
                fchmod(out, opened.st_mode & 0100 ? 0755 : 0644) == 0 &&
                futimens(out, (struct timespec[]){opened.st_atim, opened.st_mtim}) == 0;
    good = good && (!t->back || renameat(to, beside, to, name) == 0);
    if (!good)
        fault(t, name);
    if (!good && out >= 0)
        unlinkat(to, first, 0);
    if (out >= 0)
        close(out);
    close(in);
    return good;
}

/* Opens a directory, and makes it if needed. -1 on failure. */
static int open_below(const struct transfer *t, int to, const char *name)
{
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int fd = t->back ? openat(to, name, flags) : -1;
    if (fd >= 0)
        return fd;
    if (t->back)
        unlinkat(to, name, 0); /* a link or a file has that name, not a directory */
    return mkdirat(to, name, 0755) == 0 ? openat(to, name, flags) : -1;
}

static bool copy_tree(struct transfer *t, int from, int to, int depth);

static bool copy_directory(struct transfer *t, int from, int to, const char *name, int depth)
{
    if (t->back)
        folder_unlock(from, name); /* the guest may have locked it */
    int in = openat(from, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int out = in < 0 || t->only_counts ? -1 : open_below(t, to, name);
    bool good = in >= 0 && (t->only_counts || out >= 0);
    if (!good)
        fault(t, name);
    good = good && copy_tree(t, in, out, depth + 1);
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return good;
}

static bool copy_entry(struct transfer *t, int from, int to, const char *name, int depth)
{
    struct stat status;
    errno = ECANCELED;
    if (cancel_requested() || fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return fault(t, name);
    if (t->entries_left-- == 0)
        return too_much(t);
    if (S_ISREG(status.st_mode))
        return copy_file(t, from, to, name, &status);
    if (S_ISLNK(status.st_mode))
        return copy_link(t, from, to, name, depth);
    if (S_ISDIR(status.st_mode))
        return copy_directory(t, from, to, name, depth);
    remark(t, name, "neither a file nor a directory");
    return true;
}

static bool copy_tree(struct transfer *t, int from, int to, int depth)
{
    int copy = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
    errno = depth > DEPTH_MAX ? ENAMETOOLONG : errno;
    bool good = (dir && depth <= DEPTH_MAX) || fault(t, ".");
    for (struct dirent *entry; good && (entry = readdir(dir)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            good = copy_entry(t, from, to, entry->d_name, depth);
    if (dir)
        closedir(dir);
    else if (copy >= 0)
        close(copy);
    return good;
}

/* Makes two passes: the first counts everything against the limit, the second copies. */
static bool transfer(int from, int to, bool back, const struct transfer_limit *limit,
                     struct notes *notes)
{
    struct transfer t = {.back = back, .limit = limit, .notes = notes};
    bool good = true;
    for (int pass = 0; good && pass < 2; pass++) {
        t.only_counts = pass == 0;
        t.bytes_left = limit->bytes;
        t.entries_left = limit->entries;
        good = copy_tree(&t, from, pass == 0 ? -1 : to, 1);
    }
    return good;
}

bool transfer_in(int from, int home, const struct transfer_limit *limit, struct notes *notes)
{
    return transfer(from, home, false, limit, notes);
}

bool transfer_back(int home, int to, const struct transfer_limit *limit, struct notes *notes)
{
    return transfer(home, to, true, limit, notes);
}
