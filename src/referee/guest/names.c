#include "referee/guest/names.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "game/course.h"
#include "game/registry.h"
#include "referee/guest/build.h"
#include "referee/guest/languages.h"
#include "referee/sandbox/folder.h"

/* Characters that need no quotes in the shell. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

static const char product[] = "plywood-agent", calibrate_product[] = "plywood-calibrate";

/* --- stems --- */

enum { STEMS_MAX = 16 };

struct stems {
    int count;
    const char *stem[STEMS_MAX];
    bool python2[STEMS_MAX];
};

static void add_stem(struct stems *stems, const char *stem, bool python2)
{
    for (int i = 0; i < stems->count; i++)
        if (strcmp(stems->stem[i], stem) == 0)
            return;
    if (stems->count == STEMS_MAX)
        return;
    stems->stem[stems->count] = stem;
    stems->python2[stems->count++] = python2;
}

static struct stems stems_of_programs(void)
{
    struct stems stems = {0};
    add_stem(&stems, "agent", false);
    for (int i = 0; games[i]; i++)
        for (const char *const *at = games[i]->course ? games[i]->course->naming->stems : NULL;
             at && *at; at++)
            add_stem(&stems, *at, games[i]->course->naming->python2);
    return stems;
}

static struct stems stems_of_calibrators(void)
{
    struct stems stems = {0};
    for (int i = 0; games[i]; i++)
        if (games[i]->course && games[i]->course->naming->calibrate)
            add_stem(&stems, games[i]->course->naming->calibrate,
                     games[i]->course->naming->python2);
    return stems;
}

bool names_know(const char *file)
{
    enum language language;
    struct stems stems[] = {stems_of_programs(), stems_of_calibrators()};
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < stems[kind].count; i++)
            if (strcmp(file, stems[kind].stem[i]) == 0 ||
                language_of_file(file, stems[kind].stem[i], &language))
                return true;
    return false;
}

/* --- what lies there --- */

/* A program of the directory. */
struct finding {
    bool there;
    char file[256];
    enum language language;
    bool python2; /* by its name */
    int others;   /* the number of other candidates */
    char other[256];
};

static bool is_plain(int folder, const char *file)
{
    struct stat status;
    return fstatat(folder, file, &status, 0) == 0 && S_ISREG(status.st_mode);
}

bool names_can_execute(int folder, const char *file)
{
    char head[4] = "";
    if (!is_plain(folder, file) || faccessat(folder, file, X_OK, 0) != 0)
        return false;
    int fd = folder_open_plain(folder, file);
    if (fd < 0) /* an executable need not be readable */
        return true;
    ssize_t length = read(fd, head, 4);
    close(fd);
    return length >= 0 && (memcmp(head, "\177ELF", 4) == 0 || memcmp(head, "#!", 2) == 0);
}

/* Takes a file instead of the previous one if its language comes first. Between equal languages the
 * first stem wins, then the name. */
static void consider(struct finding *f, const char *file, enum language language, bool python2)
{
    if (f->there && strcmp(f->file, file) == 0)
        return;
    bool better = !f->there || language < f->language;
    snprintf(f->other, sizeof f->other, "%s", better ? f->file : file);
    f->others += f->there;
    if (!better)
        return;
    snprintf(f->file, sizeof f->file, "%.255s", file);
    f->language = language;
    f->python2 = python2 && language == LANGUAGE_PYTHON;
    f->there = true;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_another_submission(const char *dir, const char *name)
{
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%.3800s/%s", dir, name);
    return strcmp(name, "__MACOSX") != 0 &&
           ((stat(path, &status) == 0 && S_ISDIR(status.st_mode)) || build_is_archive(path));
}

/* Finds a source of any name, if there is no other source, folder or archive. With more of them
 * this may be a directory with the submissions of several people. */
static void take_lone_source(struct finding *f, const char *dir, struct dirent **list, int entries,
                             int folder)
{
    enum language language;
    int count = 0, last = 0;
    for (int i = 0; i < entries; i++)
        if (is_another_submission(dir, list[i]->d_name))
            return;
    for (int i = 0; i < entries; i++)
        if (!names_know(list[i]->d_name) && language_of_file(list[i]->d_name, NULL, &language) &&
            is_plain(folder, list[i]->d_name)) {
            count++;
            last = i;
        }
    if (count != 1 || list[last]->d_name[strspn(list[last]->d_name, plain)])
        return;
    language_of_file(list[last]->d_name, NULL, &language);
    consider(f, list[last]->d_name, language, false);
}

static struct finding look_for(const char *dir, const struct stems *stems, bool any)
{
    struct finding f = {0};
    struct dirent **list = NULL;
    int entries = scandir(dir, &list, is_visible, alphasort);
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int s = 0; s < stems->count; s++)
        for (int i = 0; i < entries; i++) {
            enum language language;
            const char *name = list[i]->d_name;
            if (language_of_file(name, stems->stem[s], &language) && is_plain(folder, name))
                consider(&f, name, language, stems->python2[s]);
        }
    /* an executable that the author built counts only if its source is missing */
    for (int s = 0; s < stems->count; s++) {
        const char *name = stems->stem[s];
        bool has_source = f.there && language_is_compiled(f.language) &&
                          strncmp(f.file, name, strlen(name)) == 0;
        if (!has_source && folder >= 0 && names_can_execute(folder, name))
            consider(&f, name, LANGUAGE_NATIVE, false);
    }
    if (!f.there && any)
        take_lone_source(&f, dir, list, entries, folder);
    for (int i = 0; i < entries; i++)
        free(list[i]);
    free(list);
    if (folder >= 0)
        close(folder);
    return f;
}

static bool has_makefile(const char *dir)
{
    static const char *const names[] = {"GNUmakefile", "makefile", "Makefile"};
    char path[4096];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", dir, names[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

/* --- commands --- */

/* The Java class to run: named like the file, in the package that the file declares. */
static void name_class(const char *dir, const char *file, char out[2 * JAVA_NAME])
{
    struct text bytes = {0};
    const char *what;
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct java_names names = {0};
    if (folder >= 0 && folder_get(folder, file, TEXT_FILE_MAX, &bytes, &what) == FOLDER_FILE)
        names = java_names_in(bytes.data ? bytes.data : "", bytes.length);
    if (folder >= 0)
        close(folder);
    text_free(&bytes);
    snprintf(out, 2 * JAVA_NAME, "%s%s%.*s", names.package, names.package[0] ? "." : "",
             (int)strcspn(file, "."), file);
}

static void add_commands(const char *dir, const struct finding *f, const char *made, size_t memory,
                         struct text *build, struct text *run)
{
    char main_class[2 * JAVA_NAME] = "";
    if (f->language == LANGUAGE_JAVA)
        name_class(dir, f->file, main_class);
    struct source source = {f->language, f->file, made, main_class};
    language_add_build(&source, build);
    language_add_run(&source, memory, run);
}

static char *taken(struct text *text)
{
    char *copy = text->length > 0 ? memory_string(text->data) : NULL;
    text_free(text);
    return copy;
}

/* Finds the calibrate program by the courses' names. If it cannot be built, only calibration fails.
 */
static void add_calibrate(const char *dir, size_t memory, struct manifest *m, struct text *build)
{
    struct stems stems = stems_of_calibrators();
    struct finding f = look_for(dir, &stems, false);
    struct text own = {0}, run = {0};
    if (!f.there)
        return;
    add_commands(dir, &f, calibrate_product, memory, &own, &run);
    if (own.length > 0)
        text_add(build, "%s{ %s || :; }", build->length > 0 ? " && " : "", own.data);
    text_free(&own);
    m->calibrate = taken(&run);
}

static void tell(struct manifest *m, const struct finding *f, const char *how, struct notes *notes)
{
    struct text told = {0};
    if (f->others == 0 && !how[0]) /* a program that needs no build: nothing to say */
        return;
    text_add(&told, "%s%s", f->there ? f->file : "", f->there && how[0] ? ", " : "");
    text_add(&told, "%s", how);
    if (f->others > 0) {
        char more[32] = "";
        if (f->others > 1)
            snprintf(more, sizeof more, " and %d more", f->others - 1);
        text_add(&told, "; %s%s %s not used", f->other, more, f->others > 1 ? "are" : "is");
        notes_remark(notes, 0, "%s is run; %s%s %s not used", f->file, f->other, more,
                     f->others > 1 ? "are" : "is");
    }
    if (f->python2)
        text_add(&told, "; the text means Python 2 by this name");
    m->told = taken(&told);
}

static void expect(const char *what, struct notes *notes)
{
    struct stems stems = stems_of_programs();
    struct text list = {0};
    for (int i = 0; i < stems.count; i++)
        text_add(&list, "%s%s", i == 0 ? "" : i == stems.count - 1 ? " or " : ", ", stems.stem[i]);
    notes_fault(notes, 0,
                "expected %s a program %s (as it is, or .c .cpp .java .py .sh), found none", what,
                list.data);
    text_free(&list);
}

static bool find(const char *dir, const struct names_wishes *wishes, struct manifest *m,
                 struct notes *notes)
{
    struct stems stems = stems_of_programs();
    struct finding f = look_for(dir, &stems, true);
    struct text build = {0}, run = {0};
    bool is_built = !f.there || language_is_compiled(f.language) || f.language == LANGUAGE_NATIVE;
    bool made = is_built && has_makefile(dir);
    if (!f.there && !made && !wishes->run && !wishes->build) {
        expect("a manifest plywood.json, a Makefile, or", notes);
        return false;
    }
    if (f.there)
        add_commands(dir, &f, product, wishes->memory, &build, &run);
    m->found = true;
    m->python2 = f.python2;
    if (wishes->build || made) { /* the names of its results are known only after the build */
        text_clear(&build);
        text_add(&build, "%s", wishes->build ? wishes->build : "make");
        m->builder = wishes->build ? NULL : "make";
        if (is_built)
            text_clear(&run);
    } else if (f.there) {
        m->builder = language_builder(f.language);
    }
    m->runner = f.there && !wishes->run ? language_runner(f.language) : NULL;
    if (wishes->run) {
        text_clear(&run);
        text_add(&run, "%s", wishes->run);
    }
    struct text how = {0};
    if (m->builder || wishes->build)
        text_add(&how, "built by %s", wishes->build ? wishes->build : m->builder);
    else if (m->runner)
        text_add(&how, "run by %s", m->runner);
    tell(m, &f, how.data ? how.data : "", notes);
    text_free(&how);
    add_calibrate(dir, wishes->memory, m, &build);
    m->build = taken(&build);
    m->command = taken(&run);
    return true;
}

bool names_read(const char *dir, const struct names_wishes *wishes, struct manifest *m,
                struct notes *notes)
{
    static const struct names_wishes none;
    char path[4096];
    snprintf(path, sizeof path, "%.4000s/plywood.json", dir);
    const char *file = notes->file;
    *m = (struct manifest){0};
    if (access(path, R_OK) == 0) {
        bool good = manifest_read(dir, m, notes);
        if (good && wishes && (wishes->build || wishes->run))
            notes_remark(
                notes, 0,
                "%.150s is used; the build and run commands given for all programs are ignored",
                path);
        return good;
    }
    notes->file = dir;
    bool good = find(dir, wishes ? wishes : &none, m, notes);
    notes->file = file;
    return good;
}

bool names_find_built(const char *dir, size_t memory, struct manifest *m, struct notes *notes)
{
    struct stems stems = stems_of_programs();
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; folder >= 0 && i < stems.count && !m->command; i++) {
        char class[80];
        struct text run = {0};
        snprintf(class, sizeof class, "%s.class", stems.stem[i]);
        if (names_can_execute(folder, stems.stem[i]))
            language_add_run(&(struct source){.file = stems.stem[i]}, 0, &run);
        else if (is_plain(folder, class))
            language_add_run(&(struct source){LANGUAGE_JAVA, class, ".", stems.stem[i]}, memory,
                             &run);
        m->command = taken(&run);
    }
    if (folder >= 0)
        close(folder);
    const char *file = notes->file;
    notes->file = "build";
    if (!m->command)
        expect("it to make", notes);
    notes->file = file;
    return m->command != NULL;
}
