#include "referee/guest/submission.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/text.h"
#include "referee/guest/build.h"
#include "referee/guest/languages.h"
#include "referee/guest/manifest.h"
#include "referee/guest/names.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/folder.h"

enum { LEVELS = 3, FILE_BYTES = 64 << 20 };

enum submission_kind submission_kind(const char *path)
{
    struct stat status;
    enum language language;
    if (stat(path, &status) != 0)
        return SUBMISSION_NONE;
    if (S_ISDIR(status.st_mode))
        return SUBMISSION_DIRECTORY;
    if (!S_ISREG(status.st_mode))
        return SUBMISSION_NONE;
    const char *slash = strrchr(path, '/');
    if (language_of_file(slash ? slash + 1 : path, NULL, &language))
        return SUBMISSION_SOURCE;
    if (build_is_archive(path))
        return SUBMISSION_ARCHIVE;
    return names_can_execute(AT_FDCWD, path) ? SUBMISSION_EXECUTABLE : SUBMISSION_NONE;
}

/* --- names --- */

static void drop_ending(char *name, enum submission_kind kind)
{
    static const char *const packed[] = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst"};
    size_t length = strlen(name);
    for (size_t i = 0; kind == SUBMISSION_ARCHIVE && i < sizeof packed / sizeof *packed; i++) {
        size_t tail = strlen(packed[i]);
        if (length > tail && strcmp(name + length - tail, packed[i]) == 0) {
            name[length - tail] = 0;
            return;
        }
    }
    char *dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = 0;
}

void submission_name(const char *path, char out[SUBMISSION_NAME])
{
    char full[4096], name[256];
    enum submission_kind kind = submission_kind(path);
    if (!realpath(path, full))
        snprintf(full, sizeof full, "/%.4000s", path);
    char *slash = strrchr(full, '/');
    snprintf(name, sizeof name, "%.255s", slash + 1);
    if (kind != SUBMISSION_DIRECTORY && names_know(name) && slash > full) {
        *slash = 0;
        snprintf(name, sizeof name, "%.255s", strrchr(full, '/') + 1);
    } else if (kind != SUBMISSION_DIRECTORY) {
        drop_ending(name, kind);
    }
    foreign_put(out, SUBMISSION_NAME, name[0] ? name : "?");
}

/* --- files --- */

/* The name of a copied source: one that needs no quotes in the shell. A Java file is named like its
 * public class, which the compiler requires. */
static void choose_file_name(const char *path, const struct text *bytes, char out[256])
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    enum language language = LANGUAGE_NATIVE;
    const char *slash = strrchr(path, '/');
    snprintf(out, 256, "%.200s", slash + 1);
    for (char *at = out; *at; at++)
        if (!strchr(plain, *at) || (at == out && (*at == '-' || *at == '.')))
            *at = '_';
    language_of_file(out, NULL, &language);
    struct java_names names = {0};
    if (language == LANGUAGE_JAVA)
        names = java_names_in(bytes->data ? bytes->data : "", bytes->length);
    if (names.class[0])
        snprintf(out, 256, "%s.java", names.class);
}

static bool take_file(struct submission *s, bool executable, struct notes *notes)
{
    struct text bytes = {0};
    const char *what;
    char name[256] = "agent";
    bool good = folder_get(AT_FDCWD, s->source, FILE_BYTES, &bytes, &what) == FOLDER_FILE;
    int folder = good ? scratch_dir_make(s->place, notes) : -1;
    if (!good)
        notes_fault(notes, 0, "%.100s: cannot be read: %s", s->source, what);
    if (!executable)
        choose_file_name(s->source, &bytes, name);
    if (folder >= 0 && !folder_put(folder, name, bytes.data ? bytes.data : "", bytes.length))
        good = notes_fault(notes, 0, "%.100s: cannot be copied: %s", s->source, strerror(errno)) &&
               false;
    if (folder >= 0 && executable)
        good = fchmodat(folder, name, 0755, 0) == 0 && good;
    if (folder >= 0)
        close(folder);
    text_free(&bytes);
    snprintf(s->root, sizeof s->root, "%s", s->place);
    return good && folder >= 0;
}

static bool unpack(struct submission *s, const char *archive, const struct policy *policy,
                   bool *lacking, struct notes *notes)
{
    int folder = scratch_dir_make(s->place, notes);
    if (folder < 0)
        return false;
    close(folder);
    snprintf(s->root, sizeof s->root, "%s", s->place);
    const char *file = notes->file;
    char shown_name[SUBMISSION_NAME];
    const char *slash = strrchr(archive, '/');
    snprintf(shown_name, sizeof shown_name, "%.119s", slash ? slash + 1 : archive);
    notes->file = shown_name;
    cancel_set_work("unpacking it");
    bool good = build_unpack(policy, archive, s->place, lacking, notes);
    notes->file = file;
    cancel_set_work("looking through its files");
    return good;
}

/* --- where in it --- */

static bool has_program(const char *dir)
{
    struct notes ignored = {0};
    struct manifest manifest;
    char json[4096];
    snprintf(json, sizeof json, "%.4000s/plywood.json", dir);
    if (access(json, F_OK) == 0)
        return true; /* reading it later reports its faults */
    if (!names_read(dir, NULL, &manifest, &ignored))
        return false;
    manifest_free(&manifest);
    return true;
}

/* The contents of a directory, without files that operating systems leave there. */
struct contents {
    int files, folders, archives, programs;       /* programs: folders that have one */
    char folder[256], archive[256], program[256]; /* the last one of each */
};

static struct contents look_into(const char *dir)
{
    struct contents c = {0};
    DIR *list = opendir(dir);
    for (struct dirent *entry; list && !cancel_requested() && (entry = readdir(list)) != NULL;) {
        char path[4096];
        const char *name = entry->d_name;
        if (name[0] == '.' || strcmp(name, "__MACOSX") == 0)
            continue;
        snprintf(path, sizeof path, "%.3800s/%s", dir, name);
        enum submission_kind kind = submission_kind(path);
        c.files += kind != SUBMISSION_DIRECTORY;
        c.folders += kind == SUBMISSION_DIRECTORY;
        c.archives += kind == SUBMISSION_ARCHIVE;
        if (kind == SUBMISSION_ARCHIVE)
            snprintf(c.archive, sizeof c.archive, "%s", name);
        if (kind != SUBMISSION_DIRECTORY)
            continue;
        snprintf(c.folder, sizeof c.folder, "%s", name);
        if (has_program(path)) {
            c.programs++;
            snprintf(c.program, sizeof c.program, "%s", name);
        }
    }
    if (list)
        closedir(list);
    return c;
}

static bool go_down(struct submission *s, const char *folder)
{
    char below[2 * POLICY_PATH], real[4096];
    snprintf(below, sizeof below, "%s/%s", s->root, folder);
    /* a link could lead to another author's files */
    size_t length = strlen(s->root);
    if (!realpath(below, real) || strlen(real) >= sizeof s->root ||
        strncmp(real, s->root, length) != 0 || real[length] != '/')
        return false;
    memcpy(s->root, real, strlen(real) + 1);
    return true;
}

static bool find_root(struct submission *s, const struct policy *policy, bool *lacking,
                      struct notes *notes)
{
    for (int level = 0; level < LEVELS && !has_program(s->root); level++) {
        struct contents c = look_into(s->root);
        if (c.programs == 1 || (c.folders == 1 && c.files == 0)) {
            if (!go_down(s, c.programs == 1 ? c.program : c.folder))
                break;
        } else if (c.archives == 1 && c.programs == 0 && !s->place[0]) {
            char archive[2 * POLICY_PATH];
            snprintf(archive, sizeof archive, "%s/%s", s->root, c.archive);
            if (!unpack(s, archive, policy, lacking, notes))
                return false;
        } else {
            break;
        }
    }
    return true;
}

/* --- all of it --- */

bool submission_open(struct submission *s, const char *path, const struct policy *policy,
                     bool *lacking, struct notes *notes)
{
    *s = (struct submission){0};
    char full[4096];
    enum submission_kind kind = submission_kind(path);
    if (kind == SUBMISSION_NONE || !realpath(path, full) || strlen(full) >= sizeof s->source) {
        notes_fault(
            notes, 0,
            "%.100s: expected a directory, an archive, a source (.c .cpp .java .py .sh) or a program, found nothing of the kind",
            path);
        return false;
    }
    memcpy(s->source, full, strlen(full) + 1);
    memcpy(s->root, full, strlen(full) + 1);
    bool good = kind == SUBMISSION_ARCHIVE     ? unpack(s, s->source, policy, lacking, notes)
                : kind == SUBMISSION_DIRECTORY ? true
                                               : take_file(s, kind == SUBMISSION_EXECUTABLE, notes);
    good = good && find_root(s, policy, lacking, notes);
    if (!good)
        submission_close(s);
    return good;
}

void submission_close(struct submission *s)
{
    scratch_dir_remove(s->place);
    s->place[0] = 0;
}

bool submission_is_private(const struct submission *s)
{
    size_t length = strlen(s->place);
    return length > 0 && strncmp(s->root, s->place, length) == 0;
}
