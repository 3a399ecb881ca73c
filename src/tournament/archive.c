#include "tournament/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"

enum { BLOCK = 512, PATH_MOST = 4096 };

/* The head of an entry as POSIX has it; numbers are octal digits. */
struct head {
    char name[100], mode[8], user[8], group[8], size[12], time[12], sum[8], type, target[100];
    char magic[6], version[2], user_name[32], group_name[32], major[8], minor[8], prefix[155];
    char unused[12];
};

_Static_assert(sizeof(struct head) == BLOCK, "a head is a block");

static unsigned sum_of(const struct head *head)
{
    struct head copy = *head;
    memset(copy.sum, ' ', sizeof copy.sum);
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof copy; i++)
        sum += ((const unsigned char *)&copy)[i];
    return sum;
}

/* A name leads into the archive's own directory, and nowhere else. */
static bool is_good_name(const char *name)
{
    int levels = 0;
    for (const char *at = name;; at++) {
        size_t length = strcspn(at, "/");
        if (length == 0 || (length == 1 && at[0] == '.') ||
            (length == 2 && at[0] == '.' && at[1] == '.') || ++levels > ARCHIVE_LEVELS)
            return false;
        at += length;
        if (!*at)
            return true;
    }
}

/* --- writing --- */

/* Puts a long name into prefix and name, which meet at a slash. */
static bool split_name(const char *path, struct head *head)
{
    size_t length = strlen(path);
    const char *rest = path;
    if (length > sizeof head->name) {
        rest = strchr(path + length - sizeof head->name - 1, '/');
        if (!rest || (size_t)(rest - path) > sizeof head->prefix)
            return false;
        memcpy(head->prefix, path, (size_t)(rest - path));
        rest++;
    }
    memcpy(head->name, rest, strlen(rest));
    return true;
}

static bool add_head(struct text *out, const char *path, char type, unsigned mode, size_t size,
                     struct notes *notes)
{
    struct head head = {.type = type, .magic = "ustar", .version = {'0', '0'}};
    if (!is_good_name(path) || !split_name(path, &head))
        return notes_fault(notes, 0, "%.100s: the name is too long to travel", path) && false;
    if (out->length + size + 4 * BLOCK > ARCHIVE_BYTES)
        return notes_fault(notes, 0, "its files have more than %d MB", ARCHIVE_BYTES >> 20) &&
               false;
    snprintf(head.mode, sizeof head.mode, "%07o", mode);
    snprintf(head.user, sizeof head.user, "%07o", 0u);
    snprintf(head.group, sizeof head.group, "%07o", 0u);
    snprintf(head.size, sizeof head.size, "%011o", (unsigned)size);
    snprintf(head.time, sizeof head.time, "%011o", 0u);
    snprintf(head.sum, sizeof head.sum, "%06o", sum_of(&head));
    head.sum[7] = ' ';
    text_add_bytes(out, (const char *)&head, sizeof head);
    return true;
}

static void fill_block(struct text *out)
{
    static const char zeroes[BLOCK];
    if (out->length % BLOCK)
        text_add_bytes(out, zeroes, BLOCK - out->length % BLOCK);
}

bool archive_add_file(struct text *out, const char *name, bool executable, const char *bytes,
                      size_t count, struct notes *notes)
{
    if (!add_head(out, name, '0', executable ? 0755 : 0644, count, notes))
        return false;
    if (count > 0)
        text_add_bytes(out, bytes, count);
    fill_block(out);
    return true;
}

void archive_end(struct text *out)
{
    static const char end[2 * BLOCK];
    text_add_bytes(out, end, sizeof end);
}

/* --- packing a directory --- */

struct packer {
    struct text *out;
    struct notes *notes;
    int root, entries;
    char path[PATH_MOST]; /* of the entry that is being packed, below the root */
};

static bool refuse(struct packer *p, const char *why)
{
    return notes_fault(p->notes, 0, "%.100s: %s", p->path, why) && false;
}

static bool add_open_file(struct packer *p, int file)
{
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        return refuse(p, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return refuse(p, "no plain file, which cannot travel");
    if (status.st_size > ARCHIVE_BYTES)
        return refuse(p, "too large to travel");
    size_t size = (size_t)status.st_size, used = 0;
    char *bytes = memory_new(size + 1);
    for (ssize_t count; used < size; used += (size_t)count) {
        count = read(file, bytes + used, size - used);
        if (count <= 0)
            break;
    }
    bool good = used == size || refuse(p, "changed while it was read");
    good = good &&
           archive_add_file(p->out, p->path, status.st_mode & S_IXUSR, bytes, size, p->notes);
    free(bytes);
    return good;
}

static bool pack_file(struct packer *p, int flags, unsigned resolve)
{
    struct open_how how = {
        .flags = (unsigned)(O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags),
        .resolve = resolve};
    int file = (int)syscall(SYS_openat2, p->root, p->path, &how, sizeof how);
    bool good = add_open_file(p, file);
    if (file >= 0)
        close(file);
    return good;
}

static bool pack_directory(struct packer *p, size_t length, int level);

static bool pack_entry(struct packer *p, int parent, const char *name, int level)
{
    struct stat status;
    if (++p->entries > ARCHIVE_ENTRIES)
        return refuse(p, "more files than can travel");
    if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return refuse(p, strerror(errno));
    if (S_ISREG(status.st_mode))
        return pack_file(p, O_NOFOLLOW, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
    if (S_ISLNK(status.st_mode))
        return pack_file(p, 0, RESOLVE_BENEATH) ||
               refuse(p, "a symbolic link that leads to no file of the program");
    if (!S_ISDIR(status.st_mode))
        return refuse(p, "a device, pipe or socket, which cannot travel");
    return level < ARCHIVE_LEVELS ? add_head(p->out, p->path, '5', 0755, 0, p->notes) &&
                                        pack_directory(p, strlen(p->path), level)
                                  : refuse(p, "nested too deep to travel");
}

static int by_name(const void *x, const void *y)
{
    return strcmp((*(struct dirent *const *)x)->d_name, (*(struct dirent *const *)y)->d_name);
}

/* Packs what is in the directory whose path has this length. */
static bool pack_directory(struct packer *p, size_t length, int level)
{
    const char *path = length > 0 ? p->path : ".";
    int directory = openat(p->root, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct dirent **names = NULL;
    int count = directory >= 0 ? scandirat(directory, ".", &names, NULL, NULL) : -1;
    bool good = count >= 0 || refuse(p, strerror(errno));
    if (good)
        qsort(names, (size_t)count, sizeof *names, by_name);
    for (int i = 0; i < count; i++) {
        const char *name = names[i]->d_name;
        if (good && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            int room = (int)(sizeof p->path - length);
            good = snprintf(p->path + length, (size_t)room, "%s%s", length > 0 ? "/" : "", name) <
                       room &&
                   pack_entry(p, directory, name, level + 1);
            p->path[length] = 0;
        }
        free(names[i]);
    }
    free(names);
    if (directory >= 0)
        close(directory);
    return good;
}

bool archive_pack(int directory, struct text *out, struct notes *notes)
{
    struct packer packer = {.out = out, .notes = notes, .root = directory};
    if (!pack_directory(&packer, 0, 0))
        return false;
    archive_end(out);
    return true;
}

/* --- unpacking --- */

static bool read_octal(const char *digits, size_t count, size_t *out)
{
    *out = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        if (digits[i] < '0' || digits[i] > '7')
            return false;
        *out = *out << 3 | (size_t)(digits[i] - '0');
    }
    return true;
}

struct entry {
    char path[sizeof((struct head *)0)->prefix + sizeof((struct head *)0)->name + 2];
    char type;
    bool executable;
    size_t size;
};

static bool read_head(const struct head *head, struct entry *e)
{
    size_t sum, mode;
    if (memcmp(head->magic, "ustar", 6) != 0 || !read_octal(head->sum, 7, &sum) ||
        sum != sum_of(head) || !read_octal(head->mode, sizeof head->mode, &mode) ||
        !read_octal(head->size, sizeof head->size, &e->size))
        return false;
    snprintf(e->path, sizeof e->path, "%.*s%s%.*s", (int)sizeof head->prefix, head->prefix,
             head->prefix[0] ? "/" : "", (int)sizeof head->name, head->name);
    e->type = head->type;
    e->executable = mode & 0100;
    return is_good_name(e->path) && (e->type == '0' || (e->type == '5' && e->size == 0));
}

/* Nothing but plain files and directories of our own making is there, so no name leads out. */
static bool make_entry(int directory, const struct entry *e, const char *bytes)
{
    if (e->type == '5')
        return mkdirat(directory, e->path, 0755) == 0;
    int file = openat(directory, e->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                      e->executable ? 0755 : 0644);
    if (file < 0)
        return false;
    size_t used = 0;
    errno = ENOSPC; /* for a write that is short without a reason */
    for (ssize_t count; used < e->size; used += (size_t)count)
        if ((count = write(file, bytes + used, e->size - used)) <= 0)
            break;
    return close(file) == 0 && used == e->size;
}

bool archive_unpack(const struct text *archive, int directory, struct notes *notes)
{
    size_t at = 0;
    for (int entries = 0;; entries++) {
        struct entry entry;
        const struct head *head = (const void *)(archive->data + at);
        if (archive->length - at < BLOCK || entries > ARCHIVE_ENTRIES)
            return notes_fault(notes, 0, "an archive that is cut off") && false;
        if (head->name[0] == 0)
            return true;
        at += BLOCK;
        if (!read_head(head, &entry) || entry.size > archive->length - at)
            return notes_fault(notes, 0, "no archive of a program") && false;
        if (!make_entry(directory, &entry, archive->data + at))
            return notes_fault(notes, 0, "%.100s: %s", entry.path, strerror(errno)) && false;
        at += (entry.size + BLOCK - 1) / BLOCK * BLOCK;
        if (at > archive->length)
            at = archive->length;
    }
}

bool archive_lodge(const struct text *archive, char path[SCRATCH_DIR_PATH], struct notes *notes)
{
    int directory = scratch_dir_make(path, notes);
    bool good = directory >= 0 && archive_unpack(archive, directory, notes);
    if (directory >= 0)
        close(directory);
    return good;
}
