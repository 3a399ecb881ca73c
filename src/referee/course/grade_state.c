#include "referee/course/grade_state.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/foreign.h"
#include "base/memory.h"

struct grade_state {
    json_t *known; /* from hash, agent and case, joined, to the line's object */
    char *path;
    double processors;
    int fd;
    atomic_int error; /* errno of a failed write; 0: none */
};

/* The key of a case. The agent's name is escaped first, because bytes that are not UTF-8 would come
 * back changed from JSON. */
static void join(const char *hash, const char *agent, const char *key, struct text *out)
{
    char fit[GRADE_STATE_AGENT];
    foreign_put(fit, sizeof fit, agent);
    text_add(out, "%s %s %s", hash, fit, key);
}

/* Adds an object; false if it is not one of ours. */
static bool take_object(struct grade_state *state, json_t *object)
{
    const char *hash = json_string_value(json_object_get(object, "hash"));
    const char *agent = json_string_value(json_object_get(object, "agent"));
    const char *key = json_string_value(json_object_get(object, "case"));
    const char *verdict = json_string_value(json_object_get(object, "verdict"));
    if (!hash || !key || !verdict || verdict_of_name(verdict) == VERDICT_COUNT)
        return false;
    struct text name = {0};
    join(hash, agent ? agent : "", key, &name);
    json_object_set(state->known, name.data, object);
    text_free(&name);
    return true;
}

/* Adds a line; false if it is not one of ours. */
static bool take_line(struct grade_state *state, const char *line, size_t length)
{
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    bool good = take_object(state, object);
    json_decref(object);
    return good;
}

/* How our lines begin. Quotes within a JSON string have a backslash before them, so these bytes
 * occur nowhere else in a complete line. */
static const char beginning[] = "{\"hash\":\"";

static const char *find_beginning(const char *at, const char *end)
{
    return memmem(at, (size_t)(end - at), beginning, sizeof beginning - 1);
}

/* True if an incomplete last line may be the beginning of one of ours. */
static bool begins_well(const char *at, const char *end)
{
    size_t length = (size_t)(end - at), all = sizeof beginning - 1;
    return memcmp(at, beginning, length < all ? length : all) == 0;
}

/* Adds the complete cases of a damaged line. If the disk was full for a while, the beginning of one
 * case is followed by another case on the same line. */
static bool take_pieces(struct grade_state *state, const char *at, const char *end,
                        struct text *kept)
{
    bool found = false;
    while ((at = find_beginning(at, end))) {
        const char *next = find_beginning(at + 1, end);
        size_t length = (size_t)((next ? next : end) - at);
        if (take_line(state, at, length)) {
            text_add_bytes(kept, at, length);
            text_add(kept, "\n");
        }
        found = true;
        at += length;
    }
    return found;
}

/* Adds all complete cases and collects their lines in `kept`. False, with a fault noted, if a line
 * is not ours at all: then this is some other file. */
static bool take_lines(struct grade_state *state, const struct text *bytes, struct text *kept,
                       struct notes *notes)
{
    const char *at = bytes->data, *end = at + bytes->length;
    for (int number = 1; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        bool whole = stop && take_line(state, at, (size_t)(stop - at));
        stop = stop ? stop : end;
        if (whole) {
            text_add_bytes(kept, at, (size_t)(stop + 1 - at));
        } else if (take_pieces(state, at, stop, kept) || (stop == end && begins_well(at, end))) {
            notes_remark(notes, number, "damaged; what is not whole is dropped, and graded again");
        } else {
            notes_fault(notes, number, "expected a line that plywood grade has written");
            return false;
        }
        at = stop + (stop < end);
    }
    return true;
}

static bool read_all(int fd, struct text *out)
{
    char bytes[1 << 14];
    ssize_t count;
    while ((count = read(fd, bytes, sizeof bytes)) > 0)
        text_add_bytes(out, bytes, (size_t)count);
    return count == 0;
}

/* Replaces the file by its complete lines, and continues with the new file. */
static bool mend(struct grade_state *state, const struct text *kept)
{
    if (!file_replace(state->path, kept->data ? kept->data : "", kept->length))
        return false;
    close(state->fd);
    state->fd = open(state->path, O_RDWR | O_APPEND | O_CLOEXEC);
    return state->fd >= 0;
}

double grade_state_processors(const char *path)
{
    struct text bytes = {0};
    double processors = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && read_all(fd, &bytes) && bytes.length > 0;
    const char *at = good ? bytes.data : NULL, *end = good ? at + bytes.length : NULL;
    while (at && processors == 0) {
        const char *next = find_beginning(at + 1, end);
        json_t *object = json_loadb(at, (size_t)((next ? next : end) - at), 0, NULL);
        processors = json_number_value(json_object_get(object, "processors"));
        json_decref(object);
        at = next;
    }
    if (fd >= 0)
        close(fd);
    text_free(&bytes);
    return processors;
}

struct grade_state *grade_state_open(const char *path, double processors, struct notes *notes)
{
    struct grade_state *state = memory_zero(sizeof *state);
    state->known = json_object();
    state->processors = processors;
    state->path = memory_string(path);
    state->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct text bytes = {0}, kept = {0};
    notes->file = state->path;
    bool good = false;
    if (state->fd < 0 || !read_all(state->fd, &bytes))
        notes_fault(notes, 0, "cannot be read: %s", strerror(errno));
    else
        good = bytes.length == 0 || take_lines(state, &bytes, &kept, notes);
    if (good && kept.length != bytes.length && !mend(state, &kept))
        good = notes_fault(notes, 0, "cannot be written: %s", strerror(errno)) && false;
    notes->file = NULL;
    text_free(&bytes);
    text_free(&kept);
    if (good)
        return state;
    grade_state_close(state, notes);
    return NULL;
}

bool grade_state_close(struct grade_state *state, struct notes *notes)
{
    if (!state)
        return true;
    int error = state->error;
    if (error)
        notes_fault(notes, 0, "%.150s: cannot be written: %s", state->path, strerror(error));
    if (state->fd >= 0)
        close(state->fd);
    json_decref(state->known);
    free(state->path);
    free(state);
    return error == 0;
}

static void copy(char *out, size_t room, const json_t *value)
{
    const char *text = json_string_value(value);
    foreign_put(out, room, text ? text : "");
}

bool grade_state_find(const struct grade_state *state, const char *hash, const char *agent,
                      const char *key, struct case_result *r)
{
    if (!state)
        return false;
    struct text name = {0};
    join(hash, agent, key, &name);
    const json_t *object = json_object_get(state->known, name.data);
    text_free(&name);
    if (!object)
        return false;
    *r = (struct case_result){
        .verdict = verdict_of_name(json_string_value(json_object_get(object, "verdict"))),
        .share = json_number_value(json_object_get(object, "share")),
        .cpu = json_number_value(json_object_get(object, "cpu"))};
    copy(r->detail, sizeof r->detail, json_object_get(object, "detail"));
    copy(r->complaint, sizeof r->complaint, json_object_get(object, "stderr"));
    copy(r->bundle, sizeof r->bundle, json_object_get(object, "bundle"));
    return true;
}

/* A line is a single write(2) in append mode, so other writers cannot split it. After a short write
 * the line is ended, so that the next case starts on a new line. */
void grade_state_add(struct grade_state *state, const char *hash, const char *agent,
                     const char *key, const struct case_result *r)
{
    if (!state || r->verdict == VERDICT_OUR_FAILURE)
        return;
    struct text line = {0};
    grade_state_write(hash, agent, key, state->processors, r, &line);
    errno = ENOSPC; /* a short write sets no errno */
    ssize_t written = write(state->fd, line.data, line.length);
    if (written != (ssize_t)line.length) {
        state->error = errno;
        if (written > 0 && write(state->fd, "\n", 1) != 1)
            state->error = errno; /* the reader can also split a line with two cases */
    }
    text_free(&line);
}
