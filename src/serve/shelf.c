#include "serve/shelf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/memory.h"
#include "base/random.h"

enum { STALE_SECONDS = 3600, DAY = 86400, FILES_MAX = 100000 };

static const char suffix[] = ".record", unfinished[] = ".new-", deleted[] = ".gone-";

struct shelves {
    char *directory; /* NULL: nothing is kept */
    bool by_key;
    struct shelf_limits limits;
};

/* A record on a shelf. */
struct kept {
    char id[SHELF_ID];
    bool gone; /* deleted, but can be restored */
    long bytes;
    struct timespec changed;
};

struct shelves *shelves_new(const char *directory, bool by_key, const struct shelf_limits *limits)
{
    struct shelves *s = memory_zero(sizeof *s);
    s->directory = directory ? memory_string(directory) : NULL;
    s->by_key = by_key;
    s->limits = *limits;
    if (s->limits.games == 0)
        s->limits.games = by_key ? VISITOR_GAMES : SHELF_GAMES;
    if (s->limits.bytes == 0)
        s->limits.bytes = (by_key ? VISITOR_MIB : SHELF_MIB) * 1048576L;
    if (s->limits.visitors == 0)
        s->limits.visitors = SHELF_VISITORS;
    return s;
}

void shelves_free(struct shelves *s)
{
    if (s)
        free(s->directory);
    free(s);
}

bool shelf_usual_directory(char out[LIBRARY_PATH])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
    if (data && data[0] == '/') /* the XDG specification says to ignore relative paths */
        length = snprintf(out, LIBRARY_PATH, "%s/plywood/games", data);
    else if (home && home[0] == '/')
        length = snprintf(out, LIBRARY_PATH, "%s/.local/share/plywood/games", home);
    return length > 0 && length < LIBRARY_PATH;
}

/* --- ids and keys --- */

static bool is_hex(const char *text, size_t digits)
{
    return text && strlen(text) == digits && strspn(text, "0123456789abcdef") == digits;
}

bool shelf_is_id(const char *text)
{
    return is_hex(text, SHELF_ID - 1);
}

bool shelf_is_key(const char *text)
{
    return is_hex(text, SHELF_KEY - 1);
}

void shelf_draw_id(char out[SHELF_ID])
{
    uint64_t word;
    random_bytes(&word, sizeof word);
    snprintf(out, SHELF_ID, "%016" PRIx64, word);
}

void shelf_draw_key(char out[SHELF_KEY])
{
    shelf_draw_id(out);
    shelf_draw_id(out + SHELF_ID - 1);
}

/* The folder of a shelf; false if there is none. */
static bool folder_of(const struct shelves *s, const char *key, char out[LIBRARY_PATH])
{
    if (!s->directory || (s->by_key && !shelf_is_key(key)))
        return false;
    int length;
    if (s->by_key) {
        struct digest digest;
        char hash[DIGEST_HEX];
        digest_begin(&digest);
        digest_add_string(&digest, key);
        digest_end(&digest, hash);
        length = snprintf(out, LIBRARY_PATH, "%s/visitors/%s", s->directory, hash);
    } else {
        length = snprintf(out, LIBRARY_PATH, "%s", s->directory);
    }
    return length < LIBRARY_PATH - SHELF_ID - (int)sizeof suffix;
}

bool shelf_keeps(const struct shelves *s, const char *key)
{
    char folder[LIBRARY_PATH];
    return folder_of(s, key, folder);
}

/* --- listing --- */

/* Compares two games by time stored and id: below 0 if x comes first in a list. */
static int in_list(const struct timespec *x, const char *x_id, const struct timespec *y,
                   const char *y_id)
{
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? 1 : -1;
    if (x->tv_nsec != y->tv_nsec)
        return x->tv_nsec < y->tv_nsec ? 1 : -1;
    return strcmp(x_id, y_id);
}

/* Deleted games come last. */
static int newest_first(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;
    return x->gone != y->gone ? x->gone - y->gone : in_list(&x->changed, x->id, &y->changed, y->id);
}

/* Extracts a record's id from its file name; false if the file is not a record of the shelf. */
static bool id_of(const char *name, char id[SHELF_ID])
{
    if (strlen(name) != SHELF_ID - 1 + strlen(suffix) || strcmp(name + SHELF_ID - 1, suffix) != 0)
        return false;
    snprintf(id, SHELF_ID, "%.16s", name);
    return shelf_is_id(id);
}

static bool begins_with(const char *name, const char *begin)
{
    return strncmp(name, begin, strlen(begin)) == 0;
}

/* Extracts the id of a deleted record; false if it is none. */
static bool gone_id_of(const char *name, char id[SHELF_ID])
{
    snprintf(id, SHELF_ID, "%s", begins_with(name, deleted) ? name + strlen(deleted) : "");
    return shelf_is_id(id) && strlen(name) == strlen(deleted) + SHELF_ID - 1;
}

/* Removes temporary files of interrupted writes, and games deleted long ago. Renaming a file keeps
 * its mtime and sets its ctime, so ctime is the time of deletion. */
static bool remove_stale(int folder, const char *name, const struct stat *about)
{
    char id[SHELF_ID];
    bool stale = false;
    if (begins_with(name, unfinished))
        stale = about->st_mtim.tv_sec + STALE_SECONDS < time(NULL);
    else if (gone_id_of(name, id))
        stale = about->st_ctim.tv_sec + SHELF_BACK < time(NULL);
    return stale && unlinkat(folder, name, 0) == 0;
}

/* The records of a folder, the newest first, then the deleted ones. */
static int look_through(const char *path, struct kept **out)
{
    DIR *folder = opendir(path);
    int count = 0, capacity = 0;
    *out = NULL;
    for (const struct dirent *file; folder && count < FILES_MAX && (file = readdir(folder));) {
        struct stat about;
        struct kept kept;
        if (fstatat(dirfd(folder), file->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(about.st_mode))
            continue;
        if (remove_stale(dirfd(folder), file->d_name, &about))
            continue;
        kept.gone = gone_id_of(file->d_name, kept.id);
        if (!kept.gone && !id_of(file->d_name, kept.id))
            continue;
        kept.bytes = (long)about.st_size;
        kept.changed = about.st_mtim;
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            *out = memory_resize(*out, (size_t)capacity * sizeof kept);
        }
        (*out)[count++] = kept;
    }
    if (folder)
        closedir(folder);
    if (count > 0)
        qsort(*out, (size_t)count, sizeof **out, newest_first);
    return count;
}

static void enter(struct library_entry *entry, const char *folder, const char *id, bool gone)
{
    snprintf(entry->id, sizeof entry->id, "%s", id);
    snprintf(entry->path, sizeof entry->path, "%.900s/%s%s%s", folder, gone ? deleted : "", id,
             gone ? "" : suffix);
}

int shelf_list(const struct shelves *s, const char *key, struct library_entry **out)
{
    char folder[LIBRARY_PATH];
    struct kept *kept = NULL;
    int count = folder_of(s, key, folder) ? look_through(folder, &kept) : 0;
    *out = memory_new((size_t)(count + 1) * sizeof **out);
    while (count > 0 && kept[count - 1].gone)
        count--;
    for (int i = 0; i < count; i++) {
        enter(&(*out)[i], folder, kept[i].id, false);
        (*out)[i].changed = kept[i].changed;
    }
    free(kept);
    return count;
}

void shelf_mark(const struct library_entry *entry, char out[SHELF_MARK])
{
    snprintf(out, SHELF_MARK, "%lld.%ld.%.16s", (long long)entry->changed.tv_sec,
             entry->changed.tv_nsec, entry->id);
}

int shelf_after(const struct library_entry *list, int count, const char *mark)
{
    long seconds, nanoseconds;
    if (!string_integer(&mark, 0, INT64_MAX, &seconds) || *mark++ != '.' ||
        !string_integer(&mark, 0, 999999999, &nanoseconds) || *mark++ != '.' || !shelf_is_id(mark))
        return 0;
    struct timespec changed = {.tv_sec = seconds, .tv_nsec = nanoseconds};
    int i = 0;
    while (i < count && in_list(&list[i].changed, list[i].id, &changed, mark) <= 0)
        i++;
    return i;
}

bool shelf_find(const struct shelves *s, const char *key, const char *id, struct library_entry *out)
{
    char folder[LIBRARY_PATH];
    struct stat about;
    if (!shelf_is_id(id) || !folder_of(s, key, folder))
        return false;
    enter(out, folder, id, false);
    return lstat(out->path, &about) == 0 && S_ISREG(about.st_mode);
}

/* --- making room --- */

/* Removes deleted games, then the oldest, until one more game of this size fits. The game with this
 * id does not count, because it will be replaced. */
static void make_room(const struct shelves *s, const char *folder, const char *id, long bytes)
{
    struct kept *kept;
    int count = look_through(folder, &kept), left = 1;
    long total = bytes;
    bool full = false; /* once one game does not fit, all older ones go too */
    for (int i = 0; i < count; i++) {
        if (!kept[i].gone && strcmp(kept[i].id, id) == 0)
            continue;
        struct library_entry entry;
        enter(&entry, folder, kept[i].id, kept[i].gone);
        full = full || left >= s->limits.games || total + kept[i].bytes > s->limits.bytes;
        if (full && !library_is_being_written(entry.path) && unlink(entry.path) == 0)
            continue;
        left++;
        total += kept[i].bytes;
    }
    free(kept);
}

/* Removes a visitor's shelf; the folder stays if it contains other files. */
static void remove_shelf(int visitors, const char *name)
{
    char id[SHELF_ID];
    int folder = openat(visitors, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *files = folder >= 0 ? fdopendir(folder) : NULL;
    for (const struct dirent *file; files && (file = readdir(files));)
        if (id_of(file->d_name, id) || gone_id_of(file->d_name, id) ||
            begins_with(file->d_name, unfinished))
            unlinkat(dirfd(files), file->d_name, 0);
    if (files)
        closedir(files);
    else if (folder >= 0)
        close(folder);
    unlinkat(visitors, name, AT_REMOVEDIR);
}

/* True if there is room for one more visitor. Removes the shelves that have expired. */
static bool admits_visitor(const struct shelves *s)
{
    char path[LIBRARY_PATH];
    snprintf(path, sizeof path, "%.1000s/visitors", s->directory);
    DIR *visitors = opendir(path);
    int count = 0;
    for (const struct dirent *file; visitors && (file = readdir(visitors));) {
        struct stat about;
        if (!is_hex(file->d_name, DIGEST_HEX - 1) ||
            fstatat(dirfd(visitors), file->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (about.st_mtim.tv_sec + (time_t)SHELF_DAYS * DAY < time(NULL))
            remove_shelf(dirfd(visitors), file->d_name);
        else
            count++;
    }
    if (visitors)
        closedir(visitors);
    return count < s->limits.visitors;
}

/* Makes a folder and its parents. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!good)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The folder of a shelf; makes it if it does not exist. */
static enum shelf_answer prepare(const struct shelves *s, const char *key, long bytes,
                                 char folder[LIBRARY_PATH], struct notes *notes)
{
    struct stat about;
    if (!folder_of(s, key, folder)) {
        notes_fault(notes, 0, "this server keeps no games");
        return SHELF_KEEPS_NOTHING;
    }
    if (bytes > s->limits.bytes) {
        notes_fault(notes, 0, "the record is larger than all that is kept");
        return SHELF_NO_ROOM;
    }
    if (s->by_key && lstat(folder, &about) != 0 && !admits_visitor(s)) {
        notes_fault(notes, 0, "so many visitors keep games here that there is no room for more");
        return SHELF_NO_ROOM;
    }
    if (!make_folders(folder)) {
        notes_fault(notes, 0, "the folder for kept games cannot be made: %s", strerror(errno));
        return SHELF_NO_ROOM;
    }
    return SHELF_DONE;
}

/* --- storing and removing --- */

static bool write_whole(int file, const struct text *record)
{
    for (size_t done = 0; done < record->length;) {
        ssize_t got = write(file, record->data + done, record->length - done);
        if (got < 0 && errno != EINTR)
            return false;
        done += got > 0 ? (size_t)got : 0;
    }
    return fsync(file) == 0; /* a full disk may be reported only now */
}

/* Writes the record to a temporary file in the same folder. Returns false, with errno set, if that
 * fails. */
static bool write_beside(const char *folder, const struct text *record, char path[LIBRARY_PATH])
{
    snprintf(path, LIBRARY_PATH, "%.900s/%sXXXXXX", folder, unfinished);
    int file = mkostemp(path, O_CLOEXEC);
    if (file < 0)
        return false;
    bool good = write_whole(file, record);
    int error = errno;
    good = close(file) == 0 && good;
    if (!good) {
        unlink(path);
        errno = error;
    }
    return good;
}

/* Parses the record and checks it by the game's rules. */
static bool is_record(const char *path, struct notes *notes)
{
    struct notes inner = {0};
    struct library_entry entry;
    struct text why = {0};
    snprintf(entry.path, sizeof entry.path, "%s", path);
    struct record *record = record_read(path, &inner);
    bool good = record && record->count > 0;
    if (!record)
        library_fault(&entry, &inner, &why);
    if (!good)
        notes_fault(notes, 0, "%s", record ? "it has no game" : why.data);
    text_free(&why);
    record_free(record);
    return good;
}

/* Checks a record before anything on the disk changes. */
static enum shelf_answer check(const struct text *record, struct notes *notes)
{
    char path[64];
    enum shelf_answer answer = SHELF_DONE;
    int file = memfd_create("record", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || !write_whole(file, record)) {
        notes_fault(notes, 0, "it cannot be checked: %s", strerror(errno));
        answer = SHELF_NO_ROOM;
    } else if (!is_record(path, notes)) {
        answer = SHELF_NO_RECORD;
    }
    if (file >= 0)
        close(file);
    return answer;
}

enum shelf_answer shelf_put(struct shelves *s, const char *key, const char *id,
                            const struct text *record, struct notes *notes)
{
    char folder[LIBRARY_PATH], path[LIBRARY_PATH];
    struct library_entry entry;
    if (!shelf_is_id(id)) {
        notes_fault(notes, 0, "id: expected sixteen hexadecimal digits");
        return SHELF_NO_RECORD;
    }
    enum shelf_answer answer = check(record, notes);
    if (answer == SHELF_DONE)
        answer = prepare(s, key, (long)record->length, folder, notes);
    if (answer != SHELF_DONE)
        return answer;
    enter(&entry, folder, id, false);
    if (library_is_being_written(entry.path)) {
        notes_fault(notes, 0, "a match of this id is being played");
        return SHELF_NO_RECORD;
    }
    if (!write_beside(folder, record, path)) {
        notes_fault(notes, 0, "it cannot be written: %s", strerror(errno));
        return SHELF_NO_ROOM;
    }
    if (rename(path, entry.path) != 0) {
        notes_fault(notes, 0, "it cannot be put in its place: %s", strerror(errno));
        unlink(path);
        return SHELF_NO_ROOM;
    }
    make_room(s, folder, id, (long)record->length); /* a refusal costs no other game */
    return SHELF_DONE;
}

enum shelf_answer shelf_place(struct shelves *s, const char *key, const char *id,
                              char path[LIBRARY_PATH], struct notes *notes)
{
    char folder[LIBRARY_PATH];
    struct library_entry entry;
    enum shelf_answer answer = prepare(s, key, 0, folder, notes);
    if (answer != SHELF_DONE)
        return answer;
    make_room(s, folder, id, 0);
    enter(&entry, folder, id, false);
    snprintf(path, LIBRARY_PATH, "%s", entry.path);
    return SHELF_DONE;
}

bool shelf_remove(struct shelves *s, const char *key, const char *id)
{
    char folder[LIBRARY_PATH];
    struct library_entry entry, gone;
    if (!shelf_find(s, key, id, &entry) || library_is_being_written(entry.path) ||
        !folder_of(s, key, folder))
        return false;
    enter(&gone, folder, id, true);
    return rename(entry.path, gone.path) == 0;
}

bool shelf_restore(struct shelves *s, const char *key, const char *id)
{
    char folder[LIBRARY_PATH];
    struct library_entry entry, gone;
    if (!shelf_is_id(id) || !folder_of(s, key, folder))
        return false;
    enter(&entry, folder, id, false);
    enter(&gone, folder, id, true);
    return rename(gone.path, entry.path) == 0;
}
