#include "referee/sandbox/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/sandbox/cancel.h"

/* True for an error that comes from a shortage of ours, not from the file. */
static bool lacks_means(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOMEM;
}

static const char *kind_of(mode_t mode)
{
    return S_ISLNK(mode)    ? "a symbolic link"
           : S_ISDIR(mode)  ? "a directory"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

/* The guest may replace the file between a check and the opening. So this opens it with O_PATH,
 * checks that, and reopens the same inode through /proc/self/fd. */
int folder_open_plain(int folder, const char *name)
{
    char itself[40];
    struct stat status;
    int path = openat(folder, name, O_PATH | O_CLOEXEC), fd = -1;
    if (path >= 0 && fstat(path, &status) == 0) {
        snprintf(itself, sizeof itself, "/proc/self/fd/%d", path);
        errno = EINVAL;
        fd = S_ISREG(status.st_mode) ? open(itself, O_RDONLY | O_CLOEXEC) : -1;
    }
    int error = errno;
    if (path >= 0)
        close(path);
    errno = error;
    return fd;
}

enum folder_finding folder_get(int folder, const char *name, size_t limit, struct text *text,
                               const char **what)
{
    text_clear(text);
    struct stat status;
    *what = "nothing";
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return FOLDER_NOTHING;
    *what = kind_of(status.st_mode);
    if (!S_ISREG(status.st_mode))
        return FOLDER_NOT_PLAIN;
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        bool ours = fd < 0 && lacks_means(errno);
        *what = fd < 0 ? strerror(errno) : "something that changes";
        if (fd >= 0)
            close(fd);
        return ours ? FOLDER_NO_MEANS : FOLDER_UNREADABLE;
    }
    char bytes[1 << 14];
    ssize_t count = 1;
    while (text->length <= limit && (count = read(fd, bytes, sizeof bytes)) > 0)
        text_add_bytes(text, bytes, (size_t)count);
    close(fd);
    if (text->length > limit) {
        *what = "more than it may write";
        return FOLDER_TOO_LARGE;
    }
    *what = count < 0 ? strerror(errno) : "";
    return count < 0 ? FOLDER_UNREADABLE : FOLDER_FILE;
}

bool folder_put(int folder, const char *name, const char *bytes, size_t count)
{
    if (!folder_remove(folder, name))
        return false;
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (fd < 0)
        return false;
    bool good = write(fd, bytes, count) == (ssize_t)count;
    return close(fd) == 0 && good;
}

bool folder_unlock(int folder, const char *name)
{
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode) &&
           ((status.st_mode & 0700) == 0700 ||
            fchmodat(folder, name, 0700, AT_SYMLINK_NOFOLLOW) == 0);
}

enum found { FOUND_NOTHING, FOUND_DIRECTORY, FOUND_OBSTACLE };

/* Removes the entries of a directory up to the first that is a directory and not empty, and writes
 * its name to below[]. FOUND_OBSTACLE, errno set: an entry cannot be removed. */
static enum found remove_entries(int folder, char below[NAME_MAX + 1])
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
    if (!dir) {
        if (copy >= 0)
            close(copy);
        return FOUND_OBSTACLE;
    }
    enum found found = FOUND_NOTHING;
    for (struct dirent *entry; found == FOUND_NOTHING && (entry = readdir(dir)) != NULL;) {
        const char *name = entry->d_name;
        bool cancelled = cancel_requested();
        if (!cancelled &&
            (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(folder, name, 0) == 0 ||
             unlinkat(folder, name, AT_REMOVEDIR) == 0))
            continue;
        errno = cancelled ? ECANCELED : errno;
        found = errno == ENOTEMPTY || errno == EEXIST ? FOUND_DIRECTORY : FOUND_OBSTACLE;
        snprintf(below, NAME_MAX + 1, "%s", name);
    }
    int error = errno;
    closedir(dir);
    errno = error;
    return found;
}

/* The directories above the current one, from the top. */
struct way {
    int depth, room;
    struct level {
        dev_t device;
        ino_t number;
    } * above;
};

static struct level level_of(int folder)
{
    struct stat status;
    return fstat(folder, &status) == 0 ? (struct level){status.st_dev, status.st_ino}
                                       : (struct level){0};
}

/* Opens the directory `below` in this one, or the one above it if below is "". -1, errno set, if
 * that fails; ESTALE if ".." is not the directory that we came from. */
static int go_on(struct way *way, int here, const char *below)
{
    if (way->depth == way->room) {
        way->room = 2 * way->room + 64;
        way->above = memory_resize(way->above, (size_t)way->room * sizeof *way->above);
    }
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    if (*below) {
        folder_unlock(here, below);
        way->above[way->depth++] = level_of(here);
        return openat(here, below, flags);
    }
    int up = openat(here, "..", flags);
    if (up < 0)
        return -1;
    struct level expected = way->above[--way->depth], found = level_of(up);
    if (found.device == expected.device && found.number == expected.number)
        return up;
    close(up);
    errno = ESTALE;
    return -1;
}

/* Empties a directory and closes it. Only one directory is open at a time, however deep the tree
 * is. The way back up is "..", and its inode is compared with the one noted on the way down: if a
 * guest moves directories meanwhile, that cannot lead us out of the tree. */
static bool empty(int here)
{
    enum { STEPS = 1 << 24 }; /* a guest may fill it as fast as it is emptied */
    struct way way = {0};
    bool good = true, done = false;
    for (int step = 0; good && !done; step++) {
        char below[NAME_MAX + 1] = "";
        enum found found = remove_entries(here, below);
        done = found == FOUND_NOTHING && way.depth == 0;
        good = found != FOUND_OBSTACLE && step < STEPS;
        int next = good && !done ? go_on(&way, here, below) : -1;
        int error = errno;
        close(here);
        here = next;
        good = good && (done || next >= 0);
        errno = error;
    }
    int error = errno;
    if (here >= 0)
        close(here);
    free(way.above);
    errno = error;
    return good;
}

/* A walk through a tree that a guest may be changing. */
struct walk {
    struct way way;
    size_t entries, bytes; /* what is left of the limits */
    int levels;
    int count, room;
    struct branch {
        int depth; /* of its parent */
        char *name;
    } * branch; /* a stack of directories that were found and not read yet */
};

static void push_branch(struct walk *w, const char *name)
{
    if (w->count == w->room) {
        w->room = 2 * w->room + 64;
        w->branch = memory_resize(w->branch, (size_t)w->room * sizeof *w->branch);
    }
    w->branch[w->count++] = (struct branch){w->way.depth, memory_string(name)};
}

/* What an error of open(2) means for the measure. Keeps errno. */
static enum folder_measure judge_error(void)
{
    return lacks_means(errno) ? FOLDER_UNKNOWN : FOLDER_HOLDS_MORE;
}

/* Subtracts the entries of this directory from the limits, and pushes its subdirectories. */
static enum folder_measure count_entries(struct walk *w, int here)
{
    int copy = openat(here, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
    if (!dir) {
        enum folder_measure found = judge_error();
        if (copy >= 0)
            close(copy);
        return found;
    }
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(dir)) != NULL;) {
        const char *name = entry->d_name;
        struct stat status;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            fstatat(here, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        size_t size = (size_t)status.st_blocks * 512;
        good = w->entries > 0 && w->bytes >= size;
        w->entries -= 1;
        w->bytes -= size;
        if (good && S_ISDIR(status.st_mode))
            push_branch(w, name);
    }
    closedir(dir);
    return good ? FOLDER_HOLDS_NO_MORE : FOLDER_HOLDS_MORE;
}

/* Moves *here to the next directory that was not read yet, and skips those that are gone by now.
 * *here becomes -1 after the last. */
static enum folder_measure go_to_branch(struct walk *w, int *here)
{
    while (w->count > 0) {
        struct branch next = w->branch[w->count - 1];
        bool up = w->way.depth > next.depth;
        int there = go_on(&w->way, *here, up ? "" : next.name);
        int error = errno;
        bool gone = !up && there < 0 && (error == ENOENT || error == ENOTDIR || error == ELOOP);
        if (!up) {
            free(next.name);
            w->count--;
        }
        if (gone) {
            w->way.depth--;
            continue;
        }
        close(*here);
        *here = there;
        errno = error;
        if (there < 0)
            return judge_error();
        if (!up)
            return FOLDER_HOLDS_NO_MORE;
    }
    close(*here);
    *here = -1;
    return FOLDER_HOLDS_NO_MORE;
}

static enum folder_measure walk_through(struct walk *w, int folder)
{
    int here = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum folder_measure found = here >= 0 ? FOLDER_HOLDS_NO_MORE : judge_error();
    while (here >= 0 && found == FOLDER_HOLDS_NO_MORE) {
        found = w->way.depth < w->levels ? count_entries(w, here) : FOLDER_HOLDS_MORE;
        if (found == FOLDER_HOLDS_NO_MORE)
            found = go_to_branch(w, &here);
    }
    int error = errno;
    if (here >= 0)
        close(here);
    while (w->count > 0)
        free(w->branch[--w->count].name);
    free(w->branch);
    free(w->way.above);
    errno = error;
    return found;
}

enum folder_measure folder_measure(int folder, size_t entries, size_t bytes, int levels)
{
    enum { WALKS = 5 }; /* a guest may move or lock directories while we read them: try again */
    enum folder_measure found = FOLDER_HOLDS_MORE;
    bool lost = true;
    for (int i = 0; i < WALKS && lost; i++) {
        struct walk walk = {.entries = entries, .bytes = bytes, .levels = levels};
        errno = 0;
        found = walk_through(&walk, folder);
        lost = found == FOLDER_HOLDS_MORE && (errno == ESTALE || errno == EACCES);
    }
    return found;
}

static bool is_known(const char *const *known, const char *name)
{
    while (*known && strcmp(*known, name) != 0)
        known++;
    return *known || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

bool folder_find_other(int folder, const char *const *known, char name[FOLDER_NAME])
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
    if (!dir) {
        if (copy >= 0)
            close(copy);
        return false;
    }
    bool found = false;
    for (struct dirent *entry; !found && (entry = readdir(dir)) != NULL;) {
        found = !is_known(known, entry->d_name);
        if (found)
            snprintf(name, FOLDER_NAME, "%s", entry->d_name);
    }
    closedir(dir);
    return found;
}

bool folder_is_full(int folder)
{
    enum { NEARLY_NOTHING = 64 << 10 }; /* a write may fail a little before the last page */
    struct statvfs room;
    return fstatvfs(folder, &room) == 0 &&
           (room.f_bfree * room.f_frsize < NEARLY_NOTHING || room.f_ffree == 0);
}

bool folder_remove(int folder, const char *name)
{
    if (unlinkat(folder, name, 0) == 0 || errno == ENOENT)
        return true;
    folder_unlock(folder, name);
    int top = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (top < 0)
        return errno == ENOENT;
    return empty(top) && unlinkat(folder, name, AT_REMOVEDIR) == 0;
}
