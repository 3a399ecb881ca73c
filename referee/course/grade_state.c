#include "referee/course/grade_state.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

struct grade_state {
    json_t *known; /* hash and case, joined by a blank, to the line's object */
    char *path;
    int fd;
    atomic_int error; /* errno of what could not be written; 0: nothing */
};

static void join(const char *hash, const char *key, struct text *out)
{
    text_add(out, "%s %s", hash, key);
}

/* Takes a line; false if it is none of ours. */
static bool take_line(struct grade_state *state, const char *line, size_t length)
{
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    const char *hash = json_string_value(json_object_get(object, "hash"));
    const char *key = json_string_value(json_object_get(object, "case"));
    const char *verdict = json_string_value(json_object_get(object, "verdict"));
    bool good = hash && key && verdict && verdict_of_name(verdict) != VERDICT_COUNT;
    if (good) {
        struct text name = {0};
        join(hash, key, &name);
        json_object_set(state->known, name.data, object);
        text_free(&name);
    }
    json_decref(object);
    return good;
}

/* Takes all whole lines. Returns their length in bytes, or -1 if one of them is not ours. */
static off_t take_lines(struct grade_state *state, const char *bytes, size_t count,
                        struct notes *notes)
{
    const char *at = bytes, *end = bytes + count;
    for (int number = 1; at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            break;
        if (!take_line(state, at, (size_t)(stop - at))) {
            notes_fault(notes, number, "expected a line that plywood grade has written");
            return -1;
        }
        at = stop + 1;
    }
    return at - bytes;
}

static bool read_all(int fd, struct text *out)
{
    char bytes[1 << 14];
    ssize_t count;
    while ((count = read(fd, bytes, sizeof bytes)) > 0)
        text_add_bytes(out, bytes, (size_t)count);
    return count == 0;
}

struct grade_state *grade_state_open(const char *path, struct notes *notes)
{
    struct grade_state *state = memory_zero(sizeof *state);
    state->known = json_object();
    state->path = memory_string(path);
    state->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct text bytes = {0};
    notes->file = state->path;
    off_t whole = -1;
    if (state->fd < 0 || !read_all(state->fd, &bytes))
        notes_fault(notes, 0, "cannot be read: %s", strerror(errno));
    else if ((whole = take_lines(state, bytes.data ? bytes.data : "", bytes.length, notes)) >= 0 &&
             ftruncate(state->fd, whole) != 0) {
        notes_fault(notes, 0, "cannot be written: %s", strerror(errno));
        whole = -1;
    }
    notes->file = NULL;
    text_free(&bytes);
    if (whole >= 0)
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
    snprintf(out, room, "%s", text ? text : "");
    string_tame(out);
}

bool grade_state_find(const struct grade_state *state, const char *hash, const char *key,
                      struct case_result *r)
{
    if (!state)
        return false;
    struct text name = {0};
    join(hash, key, &name);
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

/* A line is one write to a file opened for appending, so it stays whole if others write too. */
void grade_state_add(struct grade_state *state, const char *hash, const char *key,
                     const struct case_result *r)
{
    if (!state || r->verdict == VERDICT_OUR_FAILURE)
        return;
    struct text line = {0};
    grade_state_write(hash, key, r, &line);
    if (write(state->fd, line.data, line.length) != (ssize_t)line.length)
        state->error = errno ? errno : EIO;
    text_free(&line);
}
