#include "referee/guest/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/sandbox/folder.h"

enum { MEGABYTES_MAX = 1 << 20, MANIFEST_BYTES = 1 << 16 };

static const struct {
    const char *key;
    size_t offset;
} strings[] = {
    {"name", offsetof(struct manifest, name)},
    {"command", offsetof(struct manifest, command)},
    {"build", offsetof(struct manifest, build)},
    {"calibrate", offsetof(struct manifest, calibrate)},
};

enum { STRINGS = sizeof strings / sizeof *strings };

static char **field(struct manifest *m, int i)
{
    return (char **)((char *)m + strings[i].offset);
}

static bool take_protocol(struct manifest *m, const json_t *value, struct notes *notes)
{
    const char *word = json_string_value(value);
    if (word && strcmp(word, "files") == 0)
        m->protocol = PROTOCOL_FILES;
    else if (word && strcmp(word, "pipes") == 0)
        m->protocol = PROTOCOL_PIPES;
    else
        notes_fault(notes, 0, "protocol: expected \"files\" or \"pipes\"");
    return m->protocol != PROTOCOL_BY_GAME;
}

static bool take(struct manifest *m, const char *key, const json_t *value, struct notes *notes)
{
    for (int i = 0; i < STRINGS; i++)
        if (strcmp(key, strings[i].key) == 0) {
            if (!json_is_string(value))
                return notes_fault(notes, 0, "%s: expected a string", key) && false;
            *field(m, i) = memory_string(json_string_value(value));
            return true;
        }
    if (strcmp(key, "protocol") == 0)
        return take_protocol(m, value, notes);
    if (strcmp(key, "memory") == 0) {
        json_int_t megabytes = json_integer_value(value);
        if (megabytes < 1 || megabytes > MEGABYTES_MAX)
            return notes_fault(notes, 0, "memory: expected megabytes from 1 to %d",
                               MEGABYTES_MAX) &&
                   false;
        m->memory = (size_t)megabytes << 20;
        return true;
    }
    notes_remark(notes, 0, "%.60s: not a field of a manifest, ignored", key);
    return true;
}

/* Reads the file safely: the author may have put a FIFO without a writer there, or an endless file.
 */
static json_t *load(const char *dir, struct notes *notes)
{
    struct text text = {0};
    const char *what = strerror(ENOENT);
    json_error_t error;
    json_t *root = NULL;
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 ||
        folder_get(folder, "plywood.json", MANIFEST_BYTES, &text, &what) != FOLDER_FILE) {
        notes_fault(notes, 0, "expected a plain file of at most %d bytes, found %s", MANIFEST_BYTES,
                    what);
    } else {
        root = json_loadb(text.data ? text.data : "", text.length, JSON_REJECT_DUPLICATES, &error);
        if (!root)
            notes_fault(notes, error.line > 0 ? error.line : 0, "%s", error.text);
    }
    if (folder >= 0)
        close(folder);
    text_free(&text);
    return root;
}

static bool read_json(const char *dir, struct manifest *m, struct notes *notes)
{
    json_t *root = load(dir, notes);
    if (!root)
        return false;
    bool good = json_is_object(root);
    if (!good)
        notes_fault(notes, 0, "expected an object, {…}");
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value) good = good && take(m, key, value, notes);
    json_decref(root);
    if (good && (!m->command || !*m->command)) {
        notes_fault(notes, 0, "expected a field \"command\", found none");
        return false;
    }
    return good;
}

bool manifest_read(const char *dir, struct manifest *m, struct notes *notes)
{
    *m = (struct manifest){0};
    char path[4096];
    snprintf(path, sizeof path, "%.4000s/plywood.json", dir);
    const char *file = notes->file;
    notes->file = path;
    bool good = read_json(dir, m, notes);
    notes->file = file;
    if (!good)
        manifest_free(m);
    return good;
}

void manifest_free(struct manifest *m)
{
    for (int i = 0; i < STRINGS; i++)
        free(*field(m, i));
    free(m->told);
    *m = (struct manifest){0};
}
