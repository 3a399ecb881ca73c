#include "referee/guest/rerun.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "game/conversation.h"
#include "game/registry.h"
#include "referee/guest/bundle.h"
#include "referee/guest/probe.h"
#include "referee/sandbox/folder.h"

enum { FAULT_BYTES = 1 << 18, PROCESSES_MAX = 100000 };

struct rerun {
    json_t *fault;
    const struct game *game;
    struct program program;
    char *command, *readable[POLICY_READABLE]; /* for people; NULL: none */
    struct contender_options options;
    bool tells_dialect; /* else the dialect is recognized by the input */
    struct move_time time;
    struct text input;
    struct bundle_file memory[BUNDLE_FILES];
    struct program built; /* the submission, built or unpacked again */
    char *submission;     /* for people; NULL: none */
    bool has_changed;
    struct problem *problem; /* NULL: the input is no position; the fault may be just that */
    struct probe *probe;
};

/* --- reading --- */

static const char *word(const struct rerun *r, const char *key)
{
    const char *text = json_string_value(json_object_get(r->fault, key));
    return text ? text : "";
}

/* Removes control characters from the texts that are only shown. The command is also run, so it is
 * left as it is. */
static void tame_words(const struct rerun *r)
{
    static const char *const keys[] = {"game", "rules", "protocol", "verdict", "detail", "rung"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char *copy = foreign_copy(word(r, keys[i]));
        json_object_set_new(r->fault, keys[i], json_string(copy));
        free(copy);
    }
}

/* A limit in its range; false, with a fault noted, if there is none. */
static bool limit(const struct rerun *r, const char *key, double low, double high, double *out,
                  struct notes *notes)
{
    const json_t *value = json_object_get(json_object_get(r->fault, "limits"), key);
    *out = json_number_value(value);
    if (json_is_number(value) && *out >= low && *out <= high)
        return true;
    notes_fault(notes, 0, "limits: expected a number \"%s\" from %g to %g", key, low, high);
    return false;
}

static bool read_limits(struct rerun *r, struct notes *notes)
{
    const double seconds = 1e6, bytes = 1e15;
    struct contender_options *o = &r->options;
    double memory, disk = 0, processes, file_bytes, open_files, dialect = 0;
    bool tells_dialect = json_object_get(json_object_get(r->fault, "limits"), "dialect");
    bool tells_wall = json_object_get(json_object_get(r->fault, "limits"), "wall_left");
    bool tells_disk = json_object_get(json_object_get(r->fault, "limits"), "disk");
    if (!limit(r, "remaining", 0, seconds, &r->time.remaining, notes) ||
        !limit(r, "cap", 0, seconds, &r->time.cap, notes) ||
        (tells_wall && !limit(r, "wall_left", 0, seconds, &r->time.wall, notes)) ||
        !limit(r, "grace", 0, seconds, &o->grace, notes) ||
        !limit(r, "patience", 0, seconds, &o->patience, notes) ||
        !limit(r, "memory", 0, bytes, &memory, notes) ||
        (tells_disk && !limit(r, "disk", 0, bytes, &disk, notes)) ||
        (tells_dialect && !limit(r, "dialect", 0, INT_MAX, &dialect, notes)) ||
        !limit(r, "processes", 0, PROCESSES_MAX, &processes, notes) ||
        !limit(r, "output_bytes", 0, bytes, &file_bytes, notes) ||
        !limit(r, "open_files", 0, PROCESSES_MAX, &open_files, notes))
        return false;
    o->exact = json_is_true(json_object_get(json_object_get(r->fault, "limits"), "exact"));
    o->dialect = (int)dialect;
    r->tells_dialect = tells_dialect;
    o->memory = (size_t)memory;
    o->disk = (size_t)disk;
    o->processes = (int)processes;
    o->output_bytes = (size_t)file_bytes;
    program_set_policy(&r->program.policy, o, 0);
    if (open_files >= 1)
        r->program.policy.open_files = (int)open_files;
    return true;
}

static bool read_program(struct rerun *r, struct notes *notes)
{
    struct program *program = &r->program;
    const char *command = word(r, "command"), *protocol = word(r, "protocol");
    bool pipes = strcmp(protocol, "pipes") == 0;
    if (!*command || strlen(command) >= sizeof program->command) {
        notes_fault(notes, 0, "expected a \"command\": only a program can be asked again");
        return false;
    }
    if (!pipes && strcmp(protocol, "files") != 0) {
        notes_fault(notes, 0, "protocol: expected \"files\" or \"pipes\"");
        return false;
    }
    if (pipes && !r->game->conversation) {
        notes_fault(notes, 0, "protocol: expected \"files\" for %s, found \"pipes\"",
                    r->game->title);
        return false;
    }
    program->protocol = pipes ? PROTOCOL_PIPES : PROTOCOL_FILES;
    snprintf(program->command, sizeof program->command, "%s", command);
    r->command = foreign_copy(command);
    if (word(r, "place")[0])
        r->submission = foreign_copy(word(r, "submission"));
    program_take_command(program);
    const json_t *readable = json_object_get(r->fault, "readable");
    for (size_t i = 0; i < json_array_size(readable) && i < POLICY_READABLE; i++) {
        const char *dir = json_string_value(json_array_get(readable, i));
        if (!dir || *dir != '/' || strlen(dir) >= POLICY_PATH) {
            notes_fault(notes, 0, "readable: expected names of directories");
            return false;
        }
        memcpy(program->policy.readable[i], dir, strlen(dir) + 1);
        r->readable[i] = foreign_copy(dir);
    }
    return true;
}

static bool read_fault(struct rerun *r, int folder, struct notes *notes)
{
    struct text text = {0};
    const char *what;
    json_error_t error;
    if (folder_get(folder, "fault.json", FAULT_BYTES, &text, &what) == FOLDER_FILE) {
        r->fault = json_loadb(text.data ? text.data : "", text.length, JSON_REJECT_DUPLICATES,
                              &error);
        if (!json_is_object(r->fault))
            notes_fault(notes, 0, "expected a fault as plywood writes it");
    } else {
        notes_fault(notes, 0, "expected a bundle's fault.json, found %s", what);
    }
    text_free(&text);
    if (!json_is_object(r->fault))
        return false;
    tame_words(r);
    r->game = game_by_name(word(r, "game"));
    if (!r->game)
        notes_fault(notes, 0, "there is no game \"%.40s\"", word(r, "game"));
    else if (game_variant(r->game, word(r, "rules")) < 0)
        notes_fault(notes, 0, "%s has no rules \"%.40s\"", r->game->title, word(r, "rules"));
    else
        return read_program(r, notes) && read_limits(r, notes);
    return false;
}

/* True if it is asked by pipes. */
static bool converses(const struct rerun *r)
{
    return r->program.protocol == PROTOCOL_PIPES &&
           !json_is_true(json_object_get(r->fault, "input_ends"));
}

static bool read_files(struct rerun *r, int folder, struct notes *notes)
{
    const char *what;
    if (folder_get(folder, "input.txt", TEXT_FILE_MAX, &r->input, &what) != FOLDER_FILE) {
        notes_fault(notes, 0, "expected a bundle's input.txt, found %s", what);
        return false;
    }
    if (converses(r) && r->input.length > WARDEN_TEXT) {
        notes_fault(notes, 0, "input.txt: expected at most %d bytes of a conversation, found %zu",
                    WARDEN_TEXT, r->input.length);
        return false;
    }
    for (int i = 0; i < BUNDLE_FILES; i++)
        r->memory[i].there = folder_get(folder, bundle_files[i], BUNDLE_BYTES, &r->memory[i].text,
                                        &what) == FOLDER_FILE;
    const struct conversation *talk = r->game->conversation;
    const char *bytes = r->input.data ? r->input.data : "";
    /* the last line of a conversation is no part of the position */
    struct lines lines = lines_cut(bytes, talk ? talk->before_end(bytes, r->input.length)
                                               : r->input.length);
    struct notes ignored = {.salvage = true};
    r->problem = r->game->read(&lines, word(r, "rules"), &ignored);
    lines_free(&lines);
    if (r->problem && position_is_over(r->problem->position)) {
        problem_free(r->problem);
        r->problem = NULL;
    }
    return true;
}

struct rerun *rerun_new(const char *dir, struct notes *notes)
{
    struct rerun *r = memory_zero(sizeof *r);
    const char *file = notes->file;
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    notes->file = dir;
    if (folder < 0)
        notes_fault(notes, 0, "cannot be read: %s", strerror(errno));
    bool good = folder >= 0 && read_fault(r, folder, notes) && read_files(r, folder, notes);
    notes->file = file;
    if (folder >= 0)
        close(folder);
    if (good)
        return r;
    rerun_free(r);
    return NULL;
}

void rerun_free(struct rerun *r)
{
    if (!r)
        return;
    probe_free(r->probe);
    problem_free(r->problem);
    text_free(&r->input);
    for (int i = 0; i < BUNDLE_FILES; i++)
        text_free(&r->memory[i].text);
    program_leave(&r->built);
    json_decref(r->fault);
    free(r->command);
    free(r->submission);
    for (int i = 0; i < POLICY_READABLE; i++)
        free(r->readable[i]);
    free(r);
}

const struct game *rerun_game(const struct rerun *r)
{
    return r->game;
}

const char *rerun_command(const struct rerun *r)
{
    return r->command;
}

const char *rerun_submission(const struct rerun *r)
{
    return r->submission ? r->submission : "";
}

bool rerun_has_changed(const struct rerun *r)
{
    return r->has_changed;
}

const char *rerun_readable(const struct rerun *r, int i)
{
    return i < POLICY_READABLE && r->readable[i] ? r->readable[i] : "";
}

const struct policy *rerun_policy(const struct rerun *r)
{
    return &r->program.policy;
}

bool rerun_was_unconfined(const struct rerun *r)
{
    return json_is_false(json_object_get(json_object_get(r->fault, "limits"), "sandbox"));
}

const char *rerun_lateness(const struct rerun *r)
{
    return converses(r) && r->input.data ? r->game->conversation->later_turn_sign(r->input.data)
                                         : NULL;
}

const char *rerun_verdict_then(const struct rerun *r)
{
    return word(r, "verdict");
}

const char *rerun_detail_then(const struct rerun *r)
{
    return word(r, "detail");
}

const char *rerun_rung_then(const struct rerun *r)
{
    return word(r, "rung");
}

const char *rerun_rung(const struct rerun *r)
{
    return r->program.rung;
}

const char *rerun_missing(const struct rerun *r)
{
    return r->program.missing;
}

/* --- asking --- */

/* Replaces each occurrence of a directory in a path or command; false if it gets too long. */
static bool move_path(char *path, size_t room, const char *from, const char *to)
{
    struct text moved = {0};
    size_t length = strlen(from);
    for (const char *at = path; *at;) {
        bool here = strncmp(at, from, length) == 0 && (at[length] == '/' || !at[length]);
        text_add(&moved, here ? "%s" : "%.1s", here ? to : at);
        at += here ? length : 1;
    }
    bool fits = moved.length > 0 && moved.length < room;
    if (fits)
        memcpy(path, moved.data, moved.length + 1);
    text_free(&moved);
    return fits;
}

/* Builds the submission again: the private directory of then is gone. */
static bool prepare_again(struct rerun *r, enum sandbox sandbox, struct notes *notes)
{
    const char *place = word(r, "place"), *build = word(r, "build"), *run = word(r, "run");
    struct contender_options o = r->options;
    struct program *program = &r->program;
    o.sandbox = sandbox;
    o.build = *build ? build : NULL;
    o.run = *run ? run : NULL;
    program_leave(&r->built);
    if (!program_prepare(&r->built, word(r, "submission"), &o, notes))
        return false;
    r->has_changed = strcmp(r->built.hash, word(r, "hash")) != 0;
    bool good = move_path(program->command, sizeof program->command, place, r->built.place);
    for (int i = 0; i < POLICY_READABLE && program->policy.readable[i][0]; i++)
        good = good && move_path(program->policy.readable[i], POLICY_PATH, place, r->built.place);
    json_object_set_new(r->fault, "place", json_string(r->built.place)); /* for the next question */
    return good || (notes_fault(notes, 0, "the command is too long") && false);
}

bool rerun_ask(struct rerun *r, enum sandbox sandbox, struct answer *answer, struct notes *notes)
{
    r->program.policy.sandbox = sandbox;
    probe_free(r->probe);
    r->probe = NULL;
    if (r->submission && !prepare_again(r, sandbox, notes))
        return false;
    r->probe = probe_new(&r->program, &r->options, r->game, notes);
    if (!r->probe)
        return false;
    program_describe(&r->program, probe_facts(r->probe));
    for (int i = 0; i < BUNDLE_FILES; i++)
        if (r->memory[i].there &&
            !probe_put(r->probe, bundle_files[i], r->memory[i].text.data, r->memory[i].text.length))
            return notes_fault(notes, 0, "%s cannot be written: %s", bundle_files[i],
                               strerror(errno)) &&
                   false;
    const char *input = r->input.data ? r->input.data : "";
    struct question question = {.position = r->problem ? r->problem->position : NULL,
                                .input = input,
                                .input_length = r->input.length,
                                .time = r->time,
                                .goes_on = converses(r)};
    if (r->game->conversation && !r->tells_dialect)
        r->options.dialect = r->game->conversation->dialect_of(input);
    probe_ask(r->probe, &question, answer);
    return true;
}
