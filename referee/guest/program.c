#include "referee/guest/program.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "base/text.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/confine.h"
#include "referee/sandbox/transfer.h"

enum {
    MEMORY_DEFAULT = 1 << 30, /* only the person who runs the match can grant more */
    DISK_DEFAULT = 64 << 20,
    ENTRIES_DEFAULT = 10000,
    PROCESSES_DEFAULT = 128,
    OUTPUT_DEFAULT = 16 << 20,
    OPEN_FILES = 256,
    BUILD_SECONDS = 600,
    BUILD_DISK = 1 << 30,
    BUILD_ENTRIES = 100000,
    TRIAL_SECONDS = 10,
    HASHED_ENTRIES = 1000000,
    HASHED_BYTES = 1 << 30
};

bool program_is_meant(const char *spec)
{
    struct stat status;
    return strncmp(spec, "cmd:", 4) == 0 || (stat(spec, &status) == 0 && S_ISDIR(status.st_mode));
}

/* --- which files belong to it --- */

/* Adds a directory to those that the program may read; system directories it sees anyway. */
static void add_readable(struct policy *policy, const char *dir)
{
    static const char *const seen_anyway[] = {"/usr", "/bin", "/sbin", "/lib", "/opt", "/nix"};
    if (strcmp(dir, "/") == 0 || strlen(dir) >= POLICY_PATH)
        return;
    for (size_t i = 0; i < sizeof seen_anyway / sizeof *seen_anyway; i++) {
        size_t length = strlen(seen_anyway[i]);
        if (strncmp(dir, seen_anyway[i], length) == 0 && (dir[length] == '/' || !dir[length]))
            return;
    }
    for (int i = 0; i < POLICY_READABLE; i++) {
        if (strcmp(policy->readable[i], dir) == 0)
            return;
        if (!policy->readable[i][0]) {
            snprintf(policy->readable[i], POLICY_PATH, "%s", dir);
            return;
        }
    }
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    uint64_t word;
    for (; count >= sizeof word; at += sizeof word, count -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = hash64(hash ^ word);
    }
    for (; count > 0; at++, count--)
        hash = hash64(hash ^ *at);
    return hash;
}

static uint64_t hash_time(uint64_t hash, const struct timespec *time)
{
    return hash64(hash64(hash ^ (uint64_t)time->tv_sec) ^ (uint64_t)time->tv_nsec);
}

/* Hashes mode, length and bytes of a file. One that is larger than *budget, which is lowered, is
 * told apart by its times instead; the kernel lets nobody choose when a file was changed last. */
static uint64_t hash_file(const char *path, size_t *budget)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        if (fd >= 0)
            close(fd);
        return 0;
    }
    uint64_t hash = hash64(status.st_mode & 07777);
    hash = hash64(hash ^ (uint64_t)status.st_size);
    if ((size_t)status.st_size > *budget) {
        *budget = 0;
        hash = hash_time(hash_time(hash, &status.st_mtim), &status.st_ctim);
    }
    unsigned char bytes[1 << 14];
    for (ssize_t count; *budget > 0; *budget -= (size_t)count) {
        count = read(fd, bytes, *budget < sizeof bytes ? *budget : sizeof bytes);
        if (count <= 0)
            break;
        hash = hash_bytes(hash, bytes, (size_t)count);
    }
    close(fd);
    return hash;
}

/* nftw() knows no context, and several contenders may be prepared at once. */
static _Thread_local struct {
    uint64_t hash;
    size_t root; /* length of the directory's own name, which does not count */
    size_t budget;
    int entries;
} hashing;

static int hash_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)where;
    char target[4096];
    const char *name = path + hashing.root;
    uint64_t hash = hash_bytes(hash64((uint64_t)kind), name, strlen(name));
    if (kind == FTW_F && S_ISREG(status->st_mode))
        hash = hash64(hash ^ hash_file(path, &hashing.budget));
    else if (kind != FTW_NS)
        hash = hash64(hash ^ status->st_mode);
    ssize_t length = kind == FTW_SL ? readlink(path, target, sizeof target) : 0;
    if (length > 0)
        hash = hash_bytes(hash, target, (size_t)length);
    hashing.hash += hash; /* a sum, because the order of entries is arbitrary */
    return ++hashing.entries > HASHED_ENTRIES;
}

/* Who the program in a directory is: names, modes and bytes of all that is there. False, with a
 * fault noted, if there is too much of it. */
static bool hash_directory(const char *dir, uint64_t *hash, struct notes *notes)
{
    hashing.hash = 0;
    hashing.root = strlen(dir);
    hashing.entries = 0;
    hashing.budget = HASHED_BYTES;
    if (nftw(dir, hash_entry, 16, FTW_PHYS) != 0) {
        notes_fault(notes, 0, "%.100s: expected at most %d files, or they cannot be told apart",
                    dir, HASHED_ENTRIES);
        return false;
    }
    if (hashing.budget == 0)
        notes_remark(notes, 0, "%.100s: more than %d MB; the rest is told apart by its times", dir,
                     HASHED_BYTES >> 20);
    *hash = hashing.hash;
    return true;
}

/* An interpreter outside the system directories needs its libraries: PREFIX/bin makes all of PREFIX
 * readable, unless that is a home directory. So does PREFIX/shims, where version managers keep the
 * wrappers of interpreters. */
static void add_prefix(struct policy *policy, const char *path)
{
    char dir[4096];
    const char *home = getenv("HOME");
    if (!realpath(path, dir))
        return;
    *strrchr(dir, '/') = 0;
    char *slash = strrchr(dir, '/');
    if (slash && (strcmp(slash, "/bin") == 0 || strcmp(slash, "/shims") == 0)) {
        *slash = 0;
        if (home && strcmp(dir, home) == 0)
            *slash = '/';
    }
    add_readable(policy, *dir ? dir : "/");
}

enum { FOUND = 4096 };

/* Looks for a command as the shell would. */
static bool found_in_path(struct policy *policy, const char *word, char path[FOUND])
{
    const char *search = getenv("PATH");
    struct stat status;
    for (const char *at = search ? search : "/usr/bin:/bin"; *at;) {
        int length = (int)strcspn(at, ":");
        int written = snprintf(path, FOUND, "%.*s/%s", length, at, word);
        if (written < FOUND && access(path, X_OK) == 0 && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode)) {
            add_prefix(policy, path);
            return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

static bool lies_below(const char *path, const char *dir)
{
    size_t length = strlen(dir);
    return strncmp(path, dir, length) == 0 && (path[length] == '/' || !path[length]);
}

/* Where the words of a command are looked up. */
struct place {
    const char *dir;
    bool only_below; /* the words are the author's: they must not open other people's files */
};

/* The full name of a file that a word of a command names; the program runs in another directory. */
static bool resolve(struct program *program, const struct place *place, const char *word,
                    char out[POLICY_PATH])
{
    char path[2 * POLICY_PATH], real[4096];
    struct stat status;
    snprintf(path, sizeof path, word[0] == '/' ? "%.0s%s" : "%s/%s", place->dir, word);
    if (stat(path, &status) != 0 || !realpath(path, real) || strlen(real) >= POLICY_PATH ||
        (place->only_below && !lies_below(real, place->dir)))
        return false;
    if (S_ISDIR(status.st_mode)) {
        add_readable(&program->policy, real);
        memcpy(out, real, strlen(real) + 1);
        return true;
    }
    if (!S_ISREG(status.st_mode))
        return false;
    char *slash = strrchr(real, '/'); /* where a link leads must be readable too */
    *slash = 0;
    add_readable(&program->policy, *real ? real : "/");
    slash = strrchr(path, '/');
    *slash = 0;
    if (!realpath(path, real) || strlen(real) + strlen(slash + 1) + 2 > POLICY_PATH ||
        (place->only_below && !lies_below(real, place->dir)))
        return false;
    add_readable(&program->policy, real);
    snprintf(out, POLICY_PATH, "%.*s/%s", POLICY_PATH / 2, real, slash + 1);
    return true;
}

/* Adds a name as the shell, or a splitting at blanks, will read it back. */
static void add_quoted(struct text *out, const char *name)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-";
    if (!name[strspn(name, plain)]) {
        text_add(out, "%s", name);
        return;
    }
    text_add(out, "'");
    for (const char *at = name; *at; at++)
        text_add(out, *at == '\'' ? "'\\''" : "%c", *at);
    text_add(out, "'");
}

/* Adds one word, with its name made full if it is that of a file, and takes the file into *hash. */
static void add_word(struct program *program, const struct place *place, const char *word,
                     bool first, struct text *out, uint64_t *hash)
{
    size_t budget = HASHED_BYTES;
    char full[POLICY_PATH], found[FOUND];
    if (first && !strchr(word, '/') && found_in_path(&program->policy, word, found)) {
        *hash = hash64(*hash ^ hash_file(found, &budget));
        text_add(out, "%s", word);
    } else if (strlen(word) < POLICY_PATH && resolve(program, place, word, full)) {
        *hash = hash64(*hash ^ hash_file(full, &budget));
        add_quoted(out, full);
    } else {
        text_add(out, "%s", word);
    }
}

/* A command with the names of its files made full. *hash takes in its text and what the files
 * contain. False if it grows too long. */
static bool make_command(struct program *program, const struct place *place, const char *command,
                         char out[WARDEN_COMMAND], uint64_t *hash)
{
    struct text text = {0};
    bool first = true;
    *hash = hash_bytes(0, command, strlen(command));
    for (const char *at = command; *at && text.length < WARDEN_COMMAND;) {
        size_t blanks = strspn(at, " \t"), length = strcspn(at + blanks, " \t");
        char word[WARDEN_COMMAND];
        text_add_bytes(&text, at, blanks);
        at += blanks + length;
        if (length == 0)
            continue;
        snprintf(word, sizeof word, "%.*s", (int)length, at - length);
        add_word(program, place, word, first, &text, hash);
        /* NAME=VALUE before a command does not make the next word an argument */
        first = first && strchr(word, '=') != NULL;
    }
    bool good = text.length > 0 && text.length < WARDEN_COMMAND && strlen(command) < WARDEN_COMMAND;
    if (good)
        memcpy(out, text.data, text.length + 1);
    text_free(&text);
    return good;
}

/* --- preparing it --- */

void program_set_policy(struct policy *policy, const struct contender_options *o, size_t memory)
{
    policy->sandbox = o->sandbox;
    policy->rung = (enum meter_rung)o->rung;
    size_t most = o->memory ? o->memory : MEMORY_DEFAULT;
    policy->memory = memory > 0 && memory < most ? memory : most;
    policy->entries = ENTRIES_DEFAULT;
    policy->disk = o->disk ? o->disk : DISK_DEFAULT;
    policy->processes = o->processes ? o->processes : PROCESSES_DEFAULT;
    policy->file_bytes = o->output_bytes ? o->output_bytes : OUTPUT_DEFAULT;
    policy->open_files = OPEN_FILES;
}

/* The place where a build runs: the submission as it sees itself, under its own name, but a copy.
 * Where there is no view of its own to put that copy into, it has another name. */
static struct cell *building_site(const struct policy *wanted, const char *dir, struct notes *notes)
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

static bool run_build(struct cell *cell, const char *command, struct notes *notes)
{
    struct warden_order order = {.start = true, .wall = BUILD_SECONDS};
    snprintf(order.command, sizeof order.command, "%s", command);
    const struct warden_report *report = cell_order(cell, &order);
    if (report->end == WARDEN_ENDED && report->status == 0 && !report->filled)
        return true;
    if (report->filled)
        notes_fault(notes, 0, "build: \"%.60s\" filled its directory: it may hold %d MB, %d files",
                    command, BUILD_DISK >> 20, BUILD_ENTRIES);
    else
        notes_fault(notes, 0, "build: \"%.60s\" failed: %.*s", command,
                    report->complaint_length < 100 ? (int)report->complaint_length : 100,
                    report->complaint_length ? report->complaint : report->failure);
    return false;
}

/* The build command runs like a guest, in a copy of the program's directory. What it makes comes
 * back by content (referee/sandbox/transfer.h) and only if it succeeds, and not as a directory that
 * lasts as long as the contender: bundles name files that must be there later. */
static bool build(struct program *program, const char *dir, const char *command,
                  struct notes *notes)
{
    struct policy policy = program->policy;
    policy.memory = policy.memory > MEMORY_DEFAULT ? policy.memory : MEMORY_DEFAULT;
    const struct transfer_limit limit = {BUILD_DISK, BUILD_ENTRIES};
    policy.disk = BUILD_DISK;
    policy.entries = BUILD_ENTRIES;
    policy.file_bytes = BUILD_DISK;
    int own = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct cell *cell = own >= 0 ? building_site(&policy, dir, notes) : NULL;
    if (own < 0)
        notes_fault(notes, 0, "%.100s: cannot be read: %s", dir, strerror(errno));
    bool good = cell && transfer_in(own, cell_home(cell), &limit, notes) &&
                run_build(cell, command, notes) &&
                transfer_back(cell_home(cell), own, &limit, notes);
    cell_free(cell);
    if (own >= 0)
        close(own);
    return good;
}

void program_describe(struct program *program, const struct warden_hello *facts)
{
    char stand[240];
    const char *rung = meter_rung_name(facts->rung);
    confine_names(facts->layers & ~(unsigned)LAYERS_OF_LIMITS, stand, sizeof stand);
    if (program->policy.sandbox == SANDBOX_OFF) {
        snprintf(program->rung, sizeof program->rung, "%s; sandbox off", rung);
    } else {
        snprintf(program->rung, sizeof program->rung, "%s; %s, limits", rung, stand);
        confine_names(LAYERS_ALL & ~facts->layers, program->missing, sizeof program->missing);
    }
    size_t length = strlen(program->missing);
    if (facts->rung == METER_WAIT4)
        snprintf(program->missing + length, sizeof program->missing - length,
                 "%sexact CPU metering", length ? ", " : "");
}

/* A command that cannot be run is reported before the first game instead of losing it. A command
 * for the shell always starts; if the shell finds no program, that shows in the exit status. */
static bool try_cell(struct program *program, struct notes *notes)
{
    struct cell *cell = cell_new(&program->policy, notes);
    if (!cell)
        return false;
    program_describe(program, cell_facts(cell));
    struct warden_order order = {.start = true, .trial = true, .wall = TRIAL_SECONDS};
    snprintf(order.command, sizeof order.command, "%s", program->command);
    const struct warden_report *report = cell_order(cell, &order);
    bool good = report->end == WARDEN_ENDED;
    if (report->end == WARDEN_HEAVY)
        notes_fault(notes, 0, "\"%.100s\": cannot be started with %.3f MB of memory",
                    program->command, (double)program->policy.memory / (1 << 20));
    else if (!good)
        notes_fault(notes, 0, "\"%.100s\": %s", program->command, report->failure);
    cell_free(cell);
    return good;
}

static bool prepare_directory(struct program *program, const char *spec,
                              const struct contender_options *o, struct notes *notes)
{
    char dir[4096];
    struct manifest manifest;
    if (!realpath(spec, dir) || strlen(dir) >= POLICY_PATH) {
        notes_fault(notes, 0, "%.100s: not a directory that can be used", spec);
        return false;
    }
    if (!manifest_read(dir, &manifest, notes))
        return false;
    program_set_policy(&program->policy, o, manifest.memory);
    add_readable(&program->policy, dir);
    program->protocol = manifest.protocol;
    const char *base = strrchr(dir, '/') + 1;
    snprintf(program->name, sizeof program->name, "%s", manifest.name ? manifest.name : base);
    uint64_t ignored;
    const struct place place = {dir, .only_below = true};
    bool good = !manifest.build || build(program, dir, manifest.build, notes);
    if (good && (!make_command(program, &place, manifest.command, program->command, &ignored) ||
                 (manifest.calibrate && !make_command(program, &place, manifest.calibrate,
                                                      program->calibrate, &ignored))))
        good = notes_fault(notes, 0, "%.100s: the command is too long", dir) && false;
    uint64_t hash = 0;
    good = good && hash_directory(dir, &hash, notes);
    snprintf(program->hash, sizeof program->hash, "%016" PRIx64, hash);
    manifest_free(&manifest);
    return good;
}

static bool prepare_command(struct program *program, const char *command,
                            const struct contender_options *o, struct notes *notes)
{
    char dir[4096];
    uint64_t hash;
    program_set_policy(&program->policy, o, 0);
    if (!getcwd(dir, sizeof dir) || strlen(dir) >= POLICY_PATH ||
        !make_command(program, &(struct place){.dir = dir}, command, program->command, &hash)) {
        notes_fault(notes, 0, "cmd: expected a command of less than %d bytes, found \"%.60s\"",
                    WARDEN_COMMAND, command);
        return false;
    }
    snprintf(program->name, sizeof program->name, "%s", command);
    snprintf(program->hash, sizeof program->hash, "%016" PRIx64, hash);
    return true;
}

bool program_prepare(struct program *program, const char *spec, const struct contender_options *o,
                     struct notes *notes)
{
    *program = (struct program){0};
    bool good = strncmp(spec, "cmd:", 4) == 0 ? prepare_command(program, spec + 4, o, notes)
                                              : prepare_directory(program, spec, o, notes);
    return good && try_cell(program, notes);
}
