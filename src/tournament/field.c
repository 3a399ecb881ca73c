#include "tournament/field.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agents/agent.h"
#include "agents/version.h"
#include "base/digest.h"
#include "base/foreign.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/random.h"
#include "referee/guest/names.h"
#include "referee/guest/program.h"
#include "referee/guest/submission.h"
#include "tournament/archive.h"

void field_free(struct field *field)
{
    for (int i = 0; i < field->count; i++) {
        free(field->entrant[i].spec);
        text_free(&field->entrant[i].archive);
    }
    free(field->entrant);
    *field = (struct field){0};
}

/* --- names --- */

static bool is_taken(const struct field *field, const char *name)
{
    for (int i = 0; i < field->count; i++)
        if (strcmp(field->entrant[i].name, name) == 0)
            return true;
    return false;
}

/* A name of its own, with room for a number. */
static void set_name(const struct field *field, const char *wanted, char name[FIELD_NAME])
{
    char fit[FIELD_NAME - 16];
    foreign_put(fit, sizeof fit, *wanted ? wanted : "?");
    snprintf(name, FIELD_NAME, "%s", fit);
    for (int n = 2; is_taken(field, name); n++)
        snprintf(name, FIELD_NAME, "%s (%d)", fit, n);
}

static struct entrant *new_entrant(struct field *field, const char *name, const char *spec,
                                   bool is_ladder)
{
    struct entrant *e = memory_zero(sizeof *e);
    set_name(field, name, e->name);
    e->spec = foreign_copy(spec);
    e->is_ladder = is_ladder;
    field->entrant = memory_resize(field->entrant,
                                   (size_t)(field->count + 1) * sizeof *field->entrant);
    field->entrant[field->count] = *e;
    free(e);
    return &field->entrant[field->count++];
}

/* --- programs --- */

static void end_program(struct entrant *e, bool good, const struct notes *notes)
{
    struct digest digest;
    e->is_program = true;
    if (!good) {
        text_clear(&e->archive);
        snprintf(e->reason, sizeof e->reason, "%s", notes_why(notes));
    }
    digest_begin(&digest);
    digest_add(&digest, e->archive.data, e->archive.length);
    digest_end(&digest, e->hash);
}

/* Files that are packed are unpacked here, and travel as a directory; they are built where they are
 * played. */
static bool pack_submission(const char *path, struct text *archive, struct notes *notes)
{
    struct policy policy = {0};
    struct contender_options limits = {0};
    bool lacking;
    struct submission s;
    struct manifest manifest;
    program_set_policy(&policy, &limits, 0);
    if (!submission_open(&s, path, &policy, &lacking, notes))
        return false;
    int directory = open(s.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = directory >= 0 || (notes_fault(notes, 0, "%s", strerror(errno)) && false);
    good = good && names_read(s.root, NULL, &manifest, notes);
    if (good)
        manifest_free(&manifest);
    good = good && archive_pack(directory, archive, notes);
    if (directory >= 0)
        close(directory);
    submission_close(&s);
    return good;
}

static void add_submission(struct field *field, const char *path, const char *name, bool is_ladder)
{
    struct entrant *e = new_entrant(field, name, path, is_ladder);
    struct notes notes = {0};
    bool good = pack_submission(path, &e->archive, &notes);
    end_program(e, good, &notes);
}

static bool read_program(const char *path, struct text *bytes, struct notes *notes)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool good = file >= 0 && fstat(file, &status) == 0;
    if (!good)
        notes_fault(notes, 0, "%.100s: %s", path, strerror(errno));
    else if (!S_ISREG(status.st_mode) || status.st_size > ARCHIVE_BYTES)
        good = notes_fault(notes, 0, "%.100s: no file that can travel", path) && false;
    char piece[1 << 14];
    for (ssize_t count; good && (count = read(file, piece, sizeof piece)) != 0;) {
        good = count > 0 && bytes->length + (size_t)count <= ARCHIVE_BYTES;
        if (good)
            text_add_bytes(bytes, piece, (size_t)count);
        else
            notes_fault(notes, 0, "%.100s: cannot be read", path);
    }
    if (file >= 0)
        close(file);
    return good;
}

static bool add_manifest(struct text *archive, const char *command, struct notes *notes)
{
    struct text json = {0};
    json_open(&json, NULL, '{');
    json_put_string(&json, "command", command);
    json_close(&json, '}');
    bool good = archive_add_file(archive, "plywood.json", false, json.data, json.length, notes);
    text_free(&json);
    return good;
}

/* A word of a command that names a file of the caller's: the file travels, under its last name. */
static bool add_word(struct entrant *e, struct text *command, const char *word, bool first,
                     struct notes *notes)
{
    struct stat status;
    bool named = (strchr(word, '/') || !first) && stat(word, &status) == 0;
    if (named && S_ISDIR(status.st_mode))
        return notes_fault(
                   notes, 0,
                   "%.100s: a directory does not travel with a command; put a plywood.json into one",
                   word) &&
               false;
    if (!named || !S_ISREG(status.st_mode) || strncmp(word, "/usr/", 5) == 0 ||
        strncmp(word, "/bin/", 5) == 0) {
        text_add(command, "%s%s", command->length ? " " : "", word);
        return true;
    }
    const char *slash = strrchr(word, '/'), *base = slash ? slash + 1 : word;
    struct text bytes = {0};
    bool good = read_program(word, &bytes, notes) &&
                archive_add_file(&e->archive, base, status.st_mode & S_IXUSR, bytes.data,
                                 bytes.length, notes);
    text_free(&bytes);
    text_add(command, "%s%s%s", command->length ? " " : "", first ? "./" : "", base);
    return good;
}

static void add_command(struct field *field, const char *spec, const char *name, bool is_ladder)
{
    struct entrant *e = new_entrant(field, name, spec, is_ladder);
    struct notes notes = {0};
    struct text command = {0};
    char *copy = memory_string(spec + strlen("cmd:")), *rest = NULL;
    bool good = true, first = true;
    for (char *word = strtok_r(copy, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        good = good && add_word(e, &command, word, first, &notes);
        first = false;
    }
    good = good && add_manifest(&e->archive, command.data ? command.data : "", &notes);
    archive_end(&e->archive);
    free(copy);
    text_free(&command);
    end_program(e, good, &notes);
}

/* --- built-in agents --- */

void field_hash_spec(const char *spec, char hash[STORE_HASH])
{
    struct digest digest;
    digest_begin(&digest);
    digest_add_string(&digest, AGENTS_VERSION);
    digest_add_string(&digest, spec);
    digest_end(&digest, hash);
}

static bool add_built_in(struct field *field, const char *spec, const char *name, bool is_ladder,
                         struct notes *notes)
{
    struct agent *agent = agent_new(spec, notes);
    if (!agent)
        return false;
    agent_free(agent);
    if (strstr(spec, "weights="))
        return notes_fault(notes, 0, "%.100s: a file of weights does not travel to workers",
                           spec) &&
               false;
    struct entrant *e = new_entrant(field, name, spec, is_ladder);
    field_hash_spec(spec, e->hash);
    return true;
}

/* --- what a word names --- */

static bool is_agent_directory(const char *path)
{
    struct notes ignored = {0};
    struct manifest manifest;
    char json[4096];
    snprintf(json, sizeof json, "%s/plywood.json", path);
    if (access(json, F_OK) == 0)
        return true; /* its reason has the fault */
    if (!names_read(path, NULL, &manifest, &ignored))
        return false;
    manifest_free(&manifest);
    return true;
}

static int not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **x, const struct dirent **y)
{
    return strcmp((*x)->d_name, (*y)->d_name);
}

/* Every folder is an agent, even one that holds none: its author is to be told. */
static bool add_all_of(struct field *field, const char *path, bool is_ladder, struct notes *notes)
{
    struct dirent **names = NULL;
    int count = scandir(path, &names, not_hidden, by_name), before = field->count;
    if (count < 0)
        return notes_fault(notes, 0, "%.100s: %s", path, strerror(errno)) && false;
    for (int i = 0; i < count; i++) {
        char below[4096], name[SUBMISSION_NAME];
        snprintf(below, sizeof below, "%s/%s", path, names[i]->d_name);
        submission_name(below, name);
        if (strcmp(names[i]->d_name, "__MACOSX") == 0 || submission_kind(below) == SUBMISSION_NONE)
            notes_remark(notes, 0, "%.150s: neither a folder nor a program, left out", below);
        else if (field->count <= FIELD_MOST)
            add_submission(field, below, name, is_ladder);
        free(names[i]);
    }
    free(names);
    if (field->count > FIELD_MOST)
        return notes_fault(notes, 0, "%.100s: expected at most %d agents", path, FIELD_MOST) &&
               false;
    if (field->count == before)
        return notes_fault(notes, 0, "%.100s: expected folders or programs, found none", path) &&
               false;
    return true;
}

static char *trimmed(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = 0;
    return text;
}

/* Paths in a list are relative to where the command is called. */
static bool add_list(struct field *field, const char *path, bool is_ladder, struct notes *notes)
{
    struct lines lines;
    if (field->lists == FIELD_LISTS)
        return notes_fault(notes, 0, "%.80s: a list in a list, more than %d deep", path,
                           FIELD_LISTS) &&
               false;
    if (!lines_read(path, &lines, notes))
        return false;
    bool good = true;
    int before = field->count;
    field->lists++;
    for (int i = 0; good && i < lines.count; i++) {
        char *copy = memory_string(lines.line[i].start), *word = trimmed(copy), *name = NULL;
        char *equals = strstr(word, " = ");
        if (*word && *word != '#') {
            if (equals) {
                *equals = 0;
                name = trimmed(word);
                word = trimmed(equals + 3);
            }
            struct notes own = {0};
            good = field_add(field, word, name, is_ladder, &own);
            if (!good)
                notes_fault(notes, 0, "%.80s:%d: %s", path, i + 1, notes_why(&own));
        }
        free(copy);
    }
    field->lists--;
    lines_free(&lines);
    if (good && field->count == before)
        good = notes_fault(notes, 0, "%.100s: expected agents, a line each, found none", path) &&
               false;
    return good;
}

bool field_add(struct field *field, const char *word, const char *name, bool is_ladder,
               struct notes *notes)
{
    struct stat status;
    if (field->count >= FIELD_MOST)
        return notes_fault(notes, 0, "expected at most %d agents", FIELD_MOST) && false;
    if (strncmp(word, "cmd:", 4) == 0) {
        add_command(field, word, name ? name : word + 4, is_ladder);
        return true;
    }
    if (stat(word, &status) != 0) {
        if (strchr(word, '/'))
            return notes_fault(notes, 0, "%.100s: %s", word, strerror(errno)) && false;
        return add_built_in(field, word, name ? name : word, is_ladder, notes);
    }
    bool is_directory = S_ISDIR(status.st_mode);
    if (is_directory && !is_agent_directory(word))
        return add_all_of(field, word, is_ladder, notes);
    if (submission_kind(word) == SUBMISSION_NONE)
        return add_list(field, word, is_ladder, notes);
    char own[SUBMISSION_NAME];
    submission_name(word, own);
    add_submission(field, word, name ? name : own, is_ladder);
    return true;
}

/* --- into the store --- */

static void make_alias(struct random *random, char alias[FIELD_ALIAS])
{
    static const char consonants[] = "bdfgklmnprstvz", vowels[] = "aeiou";
    enum { SYLLABLES = 4 };
    for (int i = 0; i < SYLLABLES; i++) {
        alias[2 * i] = consonants[random_below(random, sizeof consonants - 1)];
        alias[2 * i + 1] = vowels[random_below(random, sizeof vowels - 1)];
    }
    alias[0] = (char)(alias[0] - 'a' + 'A');
    alias[2 * SYLLABLES] = 0;
}

/* Commands take names and aliases alike, so no agent may be named like another one's alias. */
static bool is_alias_taken(const struct field *field, int count, const struct store_agent *agents,
                           int agent_count, const char *alias)
{
    for (int i = 0; i < field->count; i++)
        if ((i < count && strcmp(field->entrant[i].alias, alias) == 0) ||
            strcmp(field->entrant[i].name, alias) == 0)
            return true;
    for (int i = 0; i < agent_count; i++)
        if (strcmp(agents[i].alias, alias) == 0 || strcmp(agents[i].name, alias) == 0)
            return true;
    return false;
}

static void shuffle(struct field *field, struct random *random)
{
    int first = 0;
    while (first < field->count && field->entrant[first].is_ladder)
        first++;
    for (int i = field->count - 1; i > first; i--) {
        int other = first + (int)random_below(random, (unsigned)(i - first + 1));
        struct entrant kept = field->entrant[i];
        field->entrant[i] = field->entrant[other];
        field->entrant[other] = kept;
    }
}

bool field_draw(struct field *field, struct store *store, bool anonymous, struct notes *notes)
{
    struct random random = {random_draw()};
    struct store_agent *agents;
    int count;
    if (!store_agents(store, &agents, &count, notes))
        return false;
    for (int i = 0; i < field->count; i++)
        do {
            make_alias(&random, field->entrant[i].alias);
        } while (is_alias_taken(field, i, agents, count, field->entrant[i].alias));
    store_free_agents(agents, count);
    if (anonymous)
        shuffle(field, &random);
    return true;
}

static struct store_agent agent_of(const struct entrant *e)
{
    struct store_agent agent = {.name = (char *)e->name,
                                .alias = (char *)e->alias,
                                .spec = e->spec,
                                .is_program = e->is_program,
                                .is_ladder = e->is_ladder,
                                .state = e->reason[0] ? AGENT_KEPT_OUT : AGENT_ENTERED,
                                .reason = (char *)e->reason};
    memcpy(agent.hash, e->hash, sizeof agent.hash);
    return agent;
}

bool field_enter(struct store *store, const struct field *field, const char *settings,
                 struct notes *notes)
{
    size_t count = (size_t)field->count;
    struct store_agent *agent = memory_new((count + 1) * sizeof *agent);
    const struct text **archive = memory_new((count + 1) * sizeof *archive);
    for (size_t i = 0; i < count; i++) {
        agent[i] = agent_of(&field->entrant[i]);
        archive[i] = &field->entrant[i].archive;
    }
    bool done = store_add_agents(store, agent, archive, field->count, settings, notes);
    free(agent);
    free(archive);
    return done;
}

bool field_replace(struct store *store, const struct entrant *e, int id, struct notes *notes)
{
    struct store_agent agent = agent_of(e);
    agent.id = id;
    return (e->archive.length == 0 || store_put_program(store, e->hash, &e->archive, notes)) &&
           store_replace_agent(store, &agent, notes);
}
