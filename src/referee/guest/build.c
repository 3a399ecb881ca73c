#include "referee/guest/build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/guest/judge.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/confine.h"
#include "referee/sandbox/folder.h"
#include "referee/sandbox/transfer.h"

enum {
    BUILD_MEMORY = 1 << 30, /* at least */
    BUILD_SECONDS = 600,
    BUILD_DISK = 1 << 30,
    BUILD_ENTRIES = 20000,
    PACKED_BYTES = 64 << 20,
    UNPACKED_BYTES = 256 << 20,
    UNPACKED_ENTRIES = 20000
};

bool build_finds(const char *word, char path[FOUND_PATH])
{
    const char *search = getenv("PATH");
    struct stat status;
    for (const char *at = search ? search : "/usr/bin:/bin"; *at;) {
        int length = (int)strcspn(at, ":");
        int written = snprintf(path, FOUND_PATH, "%.*s/%s", length, at, word);
        if (written < FOUND_PATH && access(path, X_OK) == 0 && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode))
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

/* --- what went wrong --- */

static bool holds(const char *line, size_t length, const char *word)
{
    const char *at = strstr(line, word);
    return at && (size_t)(at - line) + strlen(word) <= length;
}

/* An error is the first line with one of these words, the most reliable word first. */
static const char *find_error(const char *said)
{
    static const char *const signs[] = {"error: ", "Error: ", "undefined reference",
                                        "*** ",    "rror",    "not found"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        for (const char *line = said; *line;) {
            size_t length = strcspn(line, "\n");
            if (holds(line, length, signs[i]))
                return line;
            line += length + (line[length] == '\n');
        }
    return said + strspn(said, " \t\n");
}

/* python3 prints file and line in a line before the error. */
static void add_python_place(const char *said, const char *error, struct text *out)
{
    const char *place = NULL;
    for (const char *at = said; (at = strstr(at, "File \"")) != NULL && at < error; at++)
        place = at + strlen("File \"");
    int line;
    char file[100];
    if (place && sscanf(place, "%99[^\"]\", line %9d", file, &line) == 2)
        text_add(out, "%s:%d: ", file, line);
}

void build_first_error(const char *said, const char *place, char out[FIRST_ERROR])
{
    struct text line = {0};
    const char *error = find_error(said), *at = error;
    size_t own = strlen(place);
    if (strncmp(error, "SyntaxError", 11) == 0 || strncmp(error, "IndentationError", 16) == 0 ||
        strncmp(error, "TabError", 8) == 0)
        add_python_place(said, error, &line);
    for (const char *end = error + strcspn(error, "\n"); at < end;) {
        if (own > 0 && strncmp(at, place, own) == 0) {
            at += own + (at[own] == '/');
            continue;
        }
        text_add_bytes(&line, at++, 1);
    }
    snprintf(out, FIRST_ERROR, "%s", line.data ? line.data : "");
    text_free(&line);
}

/* --- the cell --- */

/* Makes a cell whose home is a copy of the submission, under the path that it will have in the end.
 * Without a root file system of its own the copy must have another path. */
static struct cell *build_cell(const struct policy *wanted, const char *dir, struct notes *notes)
{
    struct policy policy = *wanted;
    memcpy(policy.home, dir, strlen(dir) + 1);
    struct cell *cell = policy.sandbox == SANDBOX_ON ? cell_new(&policy, notes) : NULL;
    if (cell && (cell_facts(cell)->layers & LAYER_DISK))
        return cell;
    cell_free(cell);
    policy.home[0] = 0;
    return cell_new(&policy, notes);
}

static struct policy policy_of_builds(const struct policy *wanted, size_t bytes, int entries)
{
    struct policy policy = *wanted;
    policy.memory = policy.memory > BUILD_MEMORY ? policy.memory : BUILD_MEMORY;
    policy.disk = bytes;
    policy.entries = entries;
    policy.file_bytes = bytes;
    policy.looks_for_network = true; /* some compilers open sockets */
    return policy;
}

/* Runs a command with stderr redirected to stdout, and keeps the beginning of that. */
static const struct warden_report *run(struct cell *cell, const char *command, double seconds)
{
    struct warden_order order = {.start = true, .budget = seconds > 0 ? seconds : BUILD_SECONDS};
    int length = snprintf(order.command, sizeof order.command, "{ %s\n} 2>&1", command);
    if (length >= (int)sizeof order.command) /* cut off: then the shell reports it */
        order.command[0] = 0;
    return cell_order(cell, &order);
}

static void tell_failure(const struct cell *cell, const char *command, const struct policy *policy,
                         const struct warden_report *report, struct notes *notes)
{
    char error[FIRST_ERROR], said[WARDEN_OUTPUT + 1];
    struct answer answer = {0};
    memcpy(said, report->output, report->output_length);
    said[report->output_length] = 0;
    build_first_error(said, cell_path(cell), error);
    if (report->filled)
        notes_fault(notes, 0, "build: \"%.60s\" filled its directory: it may hold %zu MB, %d files",
                    command, policy->disk >> 20, policy->entries);
    else if (report->end == WARDEN_OVER_BUDGET || report->end == WARDEN_OVER_WALL)
        notes_fault(notes, 0, "build: \"%.60s\" was not done after %.0f s", command, report->wall);
    else if (report->end == WARDEN_ENDED && error[0])
        notes_fault(notes, 0, "build: \"%.60s\" failed: %s", command, error);
    else {
        struct warden_order order = {.budget = BUILD_SECONDS};
        judge_run(report, policy, &order, &(struct move_time){0}, CLOCK_CPU, &answer);
        notes_fault(notes, 0, "build: \"%.60s\" failed: %.120s", command, answer.detail);
    }
}

static bool succeeded(const struct warden_report *report)
{
    return report->end == WARDEN_ENDED && report->status == 0 && !report->filled;
}

bool build_run(const struct policy *wanted, const char *from, const char *to, const char *command,
               double seconds, struct text *said, double *idle, struct notes *notes)
{
    struct policy policy = policy_of_builds(wanted, BUILD_DISK, BUILD_ENTRIES);
    const struct transfer_limit limit = {BUILD_DISK, BUILD_ENTRIES};
    int source = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int target = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = source >= 0 && target >= 0;
    if (!good)
        notes_fault(notes, 0, "%.100s: cannot be read: %s", source < 0 ? from : to,
                    strerror(errno));
    struct cell *cell = good ? build_cell(&policy, to, notes) : NULL;
    good = cell && transfer_in(source, cell_home(cell), &limit, notes);
    if (good) {
        const struct warden_report *report = run(cell, command, seconds);
        good = succeeded(report);
        if (!good)
            tell_failure(cell, command, &policy, report, notes);
        text_add_bytes(said, report->output, report->output_length);
        *idle = judge_idle_run(report);
    }
    good = good && transfer_back(cell_home(cell), target, &limit, notes);
    cell_free(cell);
    if (source >= 0)
        close(source);
    if (target >= 0)
        close(target);
    return good;
}

/* --- archives --- */

/* Archive formats by their first bytes. GNU tar needs a further program to decompress. */
struct archive {
    const char *kind, *packer;
    size_t offset;
    const char *sign;
    size_t length;
};

static const struct archive archives[] = {
    {"zip", NULL, 0, "PK\3\4", 4},
    {"tar", "gzip", 0, "\x1f\x8b", 2},
    {"tar", "bzip2", 0, "BZh", 3},
    {"tar", "xz", 0,
     "\xfd"
     "7zXZ",
     5},
    {"tar", "zstd", 0, "\x28\xb5\x2f\xfd", 4},
    {"tar", NULL, 257, "ustar", 5},
};

/* Tools for each format; the first that is installed is used. unzip exits with 1 for a warning. */
static const struct {
    const char *kind, *tool, *command;
    bool needs_packer;
} unpackers[] = {
    {"zip", "unzip", "unzip -qq -o ../archive; test $? -le 1", false},
    {"zip", "bsdtar", "bsdtar -xf ../archive", false},
    {"zip", "python3", "python3 -m zipfile -e ../archive .", false},
    {"tar", "tar", "tar --no-same-owner --no-same-permissions -xf ../archive", true},
    {"tar", "bsdtar", "bsdtar -xf ../archive", false},
};

static const struct archive *look_at(const char *path)
{
    char head[512] = "";
    int fd = folder_open_plain(AT_FDCWD, path);
    ssize_t length = fd >= 0 ? read(fd, head, sizeof head) : -1;
    if (fd >= 0)
        close(fd);
    for (size_t i = 0; i < sizeof archives / sizeof *archives; i++)
        if (length >= (ssize_t)(archives[i].offset + archives[i].length) &&
            memcmp(head + archives[i].offset, archives[i].sign, archives[i].length) == 0)
            return &archives[i];
    return NULL;
}

bool build_is_archive(const char *path)
{
    return look_at(path) != NULL;
}

static const char *find_unpacker(const struct archive *archive, bool *lacking, struct notes *notes)
{
    char path[FOUND_PATH];
    const char *missing = NULL;
    for (size_t i = 0; i < sizeof unpackers / sizeof *unpackers; i++) {
        if (strcmp(unpackers[i].kind, archive->kind) != 0)
            continue;
        const char *packer = unpackers[i].needs_packer ? archive->packer : NULL;
        bool found = build_finds(unpackers[i].tool, path);
        if (found && (!packer || build_finds(packer, path)))
            return unpackers[i].command;
        missing = missing ? missing : found ? packer : unpackers[i].tool;
    }
    notes_fault(notes, 0, "this machine does not have %s, to unpack it", missing);
    *lacking = true;
    return NULL;
}

static bool put_archive(const char *path, int home, struct notes *notes)
{
    struct text bytes = {0};
    const char *what;
    bool good = folder_get(AT_FDCWD, path, PACKED_BYTES, &bytes, &what) == FOLDER_FILE;
    if (!good)
        notes_fault(notes, 0, "expected an archive of at most %d MB, found %s", PACKED_BYTES >> 20,
                    what);
    good = good && folder_put(home, "archive", bytes.data ? bytes.data : "", bytes.length);
    text_free(&bytes);
    return good;
}

bool build_unpack(const struct policy *wanted, const char *archive, const char *to, bool *lacking,
                  struct notes *notes)
{
    struct policy policy = policy_of_builds(wanted, UNPACKED_BYTES, UNPACKED_ENTRIES);
    const struct transfer_limit limit = {UNPACKED_BYTES, UNPACKED_ENTRIES};
    policy.sandbox = SANDBOX_ON; /* even if programs run without one */
    const struct archive *kind = look_at(archive);
    const char *command = kind ? find_unpacker(kind, lacking, notes) : NULL;
    int target = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC), made = -1;
    struct cell *cell = command && target >= 0 ? cell_new(&policy, notes) : NULL;
    bool good = cell && put_archive(archive, cell_home(cell), notes);
    if (good) {
        char whole[200];
        snprintf(whole, sizeof whole, "umask 022; mkdir files && cd files && %s", command);
        const struct warden_report *report = run(cell, whole, 0);
        made = openat(cell_home(cell), "files", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        good = succeeded(report) && made >= 0;
        if (!good)
            tell_failure(cell, "unpacking it", &policy, report, notes);
    }
    good = good && transfer_back(made, target, &limit, notes);
    cell_free(cell);
    if (made >= 0)
        close(made);
    if (target >= 0)
        close(target);
    return good;
}
