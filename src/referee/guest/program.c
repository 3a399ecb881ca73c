#include "referee/guest/program.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "base/shell.h"
#include "base/text.h"
#include "referee/guest/languages.h"
#include "referee/guest/names.h"
#include "referee/guest/submission.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/confine.h"
#include "referee/sandbox/folder.h"

enum {
    ENTRIES_DEFAULT = 10000,
    OUTPUT_DEFAULT = 16 << 20,
    OPEN_FILES = 256,
    TRIAL_SECONDS = 10,
    HASHED_ENTRIES = 1000000,
    HASHED_BYTES = 1 << 30
};

bool program_is_meant(const char *spec)
{
    /* a file is named by a path or with an ending, so that it is no built-in agent */
    enum submission_kind kind = submission_kind(spec);
    return strncmp(spec, "cmd:", 4) == 0 || kind == SUBMISSION_DIRECTORY ||
           (kind != SUBMISSION_NONE && strpbrk(spec, "/."));
}

/* --- which files belong to it --- */

bool program_lies_below(const char *path, const char *dir)
{
    size_t length = strlen(dir);
    return strncmp(path, dir, length) == 0 && (path[length] == '/' || !path[length]);
}

bool program_is_of_system(const char *path)
{
    static const char *const dirs[] = {"/usr", "/bin", "/sbin", "/lib", "/opt", "/nix"};
    for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
        if (program_lies_below(path, dirs[i]))
            return true;
    return false;
}

bool program_brings(const struct program *program, const char *path)
{
    return (program->source[0] && program_lies_below(path, program->source)) ||
           (program->place[0] && program_lies_below(path, program->place));
}

/* Adds a directory that the program may read, unless it is one of the system, which all may read.
 */
static void add_readable(struct policy *policy, const char *dir)
{
    if (strcmp(dir, "/") == 0 || strlen(dir) >= POLICY_PATH || program_is_of_system(dir))
        return;
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

/* Hashes mode, length and bytes of a file, and subtracts the bytes from *budget. A file larger than
 * the budget is identified by its times instead: its ctime cannot be forged. */
static uint64_t hash_file(const char *path, size_t *budget)
{
    int fd = folder_open_plain(AT_FDCWD, path);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
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
    for (ssize_t count; *budget > 0 && !cancel_requested(); *budget -= (size_t)count) {
        count = read(fd, bytes, *budget < sizeof bytes ? *budget : sizeof bytes);
        if (count <= 0)
            break;
        hash = hash_bytes(hash, bytes, (size_t)count);
    }
    close(fd);
    return hash;
}

/* A global, because nftw() passes no context; thread-local, because programs may be prepared in
 * several threads. */
static _Thread_local struct {
    uint64_t hash;
    size_t root; /* length of the directory's own path, which is not hashed */
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
    return ++hashing.entries > HASHED_ENTRIES || cancel_requested();
}

/* The hash of the program in a directory: of names, modes and bytes of all files. False, with a
 * fault noted, if there are too many. */
static bool hash_directory(const char *dir, uint64_t *hash, struct notes *notes)
{
    hashing.hash = 0;
    hashing.root = strlen(dir);
    hashing.entries = 0;
    hashing.budget = HASHED_BYTES;
    if (nftw(dir, hash_entry, 16, FTW_PHYS) != 0) {
        notes_fault(notes, 0, "%.100s: expected at most %d files", dir, HASHED_ENTRIES);
        return false;
    }
    if (hashing.budget == 0)
        notes_remark(
            notes, 0,
            "%.100s: more than %d MB; further files are hashed by their times, not their contents",
            dir, HASHED_BYTES >> 20);
    *hash = hashing.hash;
    return true;
}

bool program_prefix(const char *path, char dir[FOUND_PATH])
{
    const char *home = getenv("HOME");
    if (!realpath(path, dir))
        return false;
    *strrchr(dir, '/') = 0;
    char *slash = strrchr(dir, '/');
    if (slash && (strcmp(slash, "/bin") == 0 || strcmp(slash, "/shims") == 0)) {
        *slash = 0;
        if (home && strcmp(dir, home) == 0)
            *slash = '/';
    }
    return *dir != 0;
}

/* Looks for a command as the shell would. */
static bool found_in_path(struct policy *policy, const char *word, char path[FOUND_PATH])
{
    char prefix[FOUND_PATH];
    bool found = build_finds(word, path);
    if (found && program_prefix(path, prefix))
        add_readable(policy, prefix); /* where its libraries are */
    return found;
}

/* Where the words of a command are looked up. */
struct place {
    const char *dir;
    bool only_below; /* the author wrote the words: they must not make other files readable */
};

/* The full path of a file that a word of a command names, as the program runs in another directory.
 */
static bool resolve(struct program *program, const struct place *place, const char *word,
                    char out[POLICY_PATH])
{
    char path[2 * POLICY_PATH], real[4096];
    struct stat status;
    snprintf(path, sizeof path, word[0] == '/' ? "%.0s%s" : "%s/%s", place->dir, word);
    if (stat(path, &status) != 0 || !realpath(path, real) || strlen(real) >= POLICY_PATH ||
        (place->only_below && !program_lies_below(real, place->dir)))
        return false;
    if (S_ISDIR(status.st_mode)) {
        add_readable(&program->policy, real);
        memcpy(out, real, strlen(real) + 1);
        return true;
    }
    if (!S_ISREG(status.st_mode))
        return false;
    char *slash = strrchr(real, '/'); /* the target of a link must be readable too */
    *slash = 0;
    add_readable(&program->policy, *real ? real : "/");
    slash = strrchr(path, '/');
    *slash = 0;
    if (!realpath(path, real) || strlen(real) + strlen(slash + 1) + 2 > POLICY_PATH ||
        (place->only_below && !program_lies_below(real, place->dir)))
        return false;
    add_readable(&program->policy, real);
    snprintf(out, POLICY_PATH, "%.*s/%s", POLICY_PATH / 2, real, slash + 1);
    return true;
}

/* Adds one word of a command. If it names a file, adds the full path, and the file to *hash. */
static void add_word(struct program *program, const struct place *place, const char *word,
                     bool first, struct text *out, uint64_t *hash)
{
    size_t budget = HASHED_BYTES;
    char full[POLICY_PATH], found[FOUND_PATH];
    if (first && !strchr(word, '/') && found_in_path(&program->policy, word, found)) {
        *hash = hash64(*hash ^ hash_file(found, &budget));
        text_add(out, "%s", word);
    } else if (strlen(word) < POLICY_PATH && resolve(program, place, word, full)) {
        *hash = hash64(*hash ^ hash_file(full, &budget));
        shell_add_word(out, full); /* as the shell, or a splitting at blanks, reads it back */
    } else {
        text_add(out, "%s", word);
    }
}

/* Replaces the names of files in a command by full paths. Adds its text and the contents of the
 * files to *hash. False if it gets too long. */
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
    size_t most = o->memory ? o->memory : (size_t)CONTENDER_MEMORY_MIB << 20;
    policy->memory = memory > 0 && memory < most ? memory : most;
    policy->entries = ENTRIES_DEFAULT;
    policy->disk = o->disk ? o->disk : (size_t)CONTENDER_DISK_MIB << 20;
    policy->processes = o->processes ? o->processes : CONTENDER_PROCESSES;
    policy->file_bytes = o->output_bytes ? o->output_bytes : OUTPUT_DEFAULT;
    policy->open_files = OPEN_FILES;
}

void program_describe(struct program *program, const struct warden_hello *facts)
{
    char stand[240];
    const char *rung = meter_rung_name(facts->rung);
    program->facts = *facts;
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

/* Tests whether the command can be started, so that a wrong one is reported before the first game
 * and does not lose it. A command for the shell always starts; if the shell does not find the
 * program, that shows in the exit status later. */
static bool try_cell(struct program *program, struct notes *notes)
{
    cancel_set_work("trying to start it");
    struct cell *cell = cell_new(&program->policy, notes);
    if (!cell)
        return false;
    program_describe(program, cell_facts(cell));
    struct warden_order order = {.start = true, .trial = true, .budget = TRIAL_SECONDS};
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

/* Notes a missing compiler or interpreter, which is not the program's fault. */
static bool has_tools(const struct manifest *m, bool *lacking, struct notes *notes)
{
    const char *const tools[] = {m->builder, m->runner};
    char path[FOUND_PATH];
    for (int i = 0; i < 2; i++)
        if (tools[i] && !build_finds(tools[i], path)) {
            notes_fault(notes, 0, "%.60s: this machine does not have %s", m->told, tools[i]);
            return !(*lacking = true);
        }
    return true;
}

/* Builds it in a private directory, which becomes the root. */
static bool build(struct program *program, struct submission *s, struct manifest *m, double seconds,
                  bool *lacking, struct notes *notes)
{
    struct text said = {0};
    bool good = true;
    if (!submission_is_private(s)) {
        int folder = scratch_dir_make(s->place, notes);
        good = folder >= 0;
        if (good)
            close(folder);
    }
    const char *to = submission_is_private(s) ? s->root : s->place;
    cancel_set_work("building it");
    struct notes failure = {0};
    good = good && build_run(&program->policy, s->root, to, m->build, seconds, &said,
                             &program->idle, &failure);
    bool old = m->found && said.data && python_is_old(said.data);
    if (!good && old && m->python2) {
        const char *why = strstr(notes_why(&failure), "failed: ");
        notes_fault(
            notes, 0,
            "it is Python 2, which this machine does not have, and python3 cannot read it: %.120s",
            why ? why + strlen("failed: ") : notes_why(&failure));
        *lacking = true;
    } else if (!good)
        notes_fault(notes, 0, "%s%s", notes_why(&failure), old ? " (it is Python 2)" : "");
    if (good && to != s->root)
        snprintf(s->root, sizeof s->root, "%s", to);
    text_free(&said);
    return good;
}

static bool take_commands(struct program *program, const char *dir, const struct manifest *m,
                          struct notes *notes)
{
    uint64_t ignored;
    const struct place place = {dir, .only_below = true};
    if (make_command(program, &place, m->command, program->command, &ignored) &&
        (!m->calibrate ||
         make_command(program, &place, m->calibrate, program->calibrate, &ignored)))
        return true;
    notes_fault(notes, 0, "%.100s: the command is too long", dir);
    return false;
}

/* Adds the grader's own build and run commands to the hash: they make it another program. */
static uint64_t hash_wishes(const struct contender_options *o, const struct manifest *m)
{
    uint64_t hash = 0;
    if (m->found && o->build)
        hash = hash_bytes(hash + 1, o->build, strlen(o->build));
    if (m->found && o->run)
        hash = hash_bytes(hash + 2, o->run, strlen(o->run));
    return hash;
}

static bool prepare_submission(struct program *program, const char *spec,
                               const struct contender_options *o, struct notes *notes)
{
    struct submission s;
    struct manifest m;
    bool ignored, *lacking = o->lacking ? o->lacking : &ignored;
    program_set_policy(&program->policy, o, 0);
    cancel_set_work("looking through its files");
    if (!submission_open(&s, spec, &program->policy, lacking, notes))
        return false;
    const struct names_wishes wishes = {o->build, o->run, program->policy.memory};
    bool good = names_read(s.root, &wishes, &m, notes);
    if (good) {
        uint64_t hash = 0;
        program_set_policy(&program->policy, o, m.memory);
        program->protocol = m.protocol;
        submission_name(s.source, program->name);
        if (m.name)
            snprintf(program->name, sizeof program->name, "%s", m.name);
        good = has_tools(&m, lacking, notes) && hash_directory(s.root, &hash, notes) &&
               (!m.build || build(program, &s, &m, o->build_seconds, lacking, notes)) &&
               (m.command || names_find_built(s.root, wishes.memory, &m, notes));
        snprintf(program->hash, sizeof program->hash, "%016" PRIx64, hash + hash_wishes(o, &m));
        add_readable(&program->policy, s.root);
        good = good && take_commands(program, s.root, &m, notes);
        snprintf(program->told, sizeof program->told, "%s", m.told ? m.told : "");
        manifest_free(&m);
    }
    snprintf(program->source, sizeof program->source, "%s", s.source);
    snprintf(program->place, sizeof program->place, "%s", s.place);
    if (!good)
        program_leave(program);
    return good;
}

void program_leave(struct program *program)
{
    scratch_dir_remove(program->place);
    program->place[0] = 0;
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

/* A Java machine opens a socket at its start. */
static bool runs_java(const char *command)
{
    for (const char *at = command; (at = strstr(at, "java")) != NULL; at++)
        if ((at == command || strchr("/ ;&(", at[-1])) && (at[4] == ' ' || !at[4]))
            return true;
    return false;
}

void program_take_command(struct program *program)
{
    program->policy.looks_for_network = runs_java(program->command);
}

bool program_prepare(struct program *program, const char *spec, const struct contender_options *o,
                     struct notes *notes)
{
    *program = (struct program){0};
    bool good = strncmp(spec, "cmd:", 4) == 0 ? prepare_command(program, spec + 4, o, notes)
                                              : prepare_submission(program, spec, o, notes);
    program_take_command(program);
    if (good && !try_cell(program, notes)) {
        program_leave(program);
        good = false;
    }
    return good;
}
