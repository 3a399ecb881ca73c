#include "cmd/kit_course.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/foreign.h"
#include "base/memory.h"
#include "cmd/commands.h"
#include "cmd/kit_files.h"
#include "referee/match/boards.h"

enum {
    BUDGET_LEAST = 30,
    BUDGET_MOST = 6 * 3600,
    GUARD = 30,       /* seconds after the budget: the script ends what should have ended */
    START = 30,       /* seconds for the script and the machine around it */
    GRADER_MOST = 64, /* MiB */
    WORDS_MAX = 200
};

/* What each language takes, as Debian and Ubuntu call it. */
static const struct {
    const char *name, *packages;
} languages[] = {{"c", "gcc libc6-dev make"},
                 {"c++", "g++ libc6-dev make"},
                 {"java", "default-jdk-headless"},
                 {"python", "python3"}};

/* What unpacks submissions of any language (referee/guest/build.h), beyond what every system has.
 */
static const char unpackers[] = "unzip bzip2 xz-utils zstd";

/* --- the words of the call --- */

struct words {
    int count;
    char *word[WORDS_MAX];
};

static void add_word(const struct command *command, struct words *words, char *word)
{
    if (words->count == WORDS_MAX - 4)
        cli_fail(command, "more than %d words", WORDS_MAX - 4);
    words->word[words->count++] = word;
    words->word[words->count] = NULL;
}

/* How many words an own option takes here; 0 if it is none. */
static int own_words(const struct cli_row *rows, int count, const char *word)
{
    size_t length = strcspn(word, "=");
    if (strncmp(word, "-o", 2) == 0) /* -o FILE, -oFILE */
        return word[2] ? 1 : 2;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return 1;
    for (int i = 0; i < count && strncmp(word, "--", 2) == 0; i++)
        if (!rows[i].is_handed_on && strlen(rows[i].option.name) == length - 2 &&
            strncmp(rows[i].option.name, word + 2, length - 2) == 0)
            return 1 + (rows[i].option.value && !word[length]);
    return 0;
}

/* Splits the call into kit and game with the kit's own options, and the grading's settings. */
static void split(const struct command *command, int argc, char **argv, struct words *own,
                  struct words *settings)
{
    struct cli_row *rows = memory_new(CLI_ROWS_MAX * sizeof *rows);
    int count = table_rows(command, rows);
    add_word(command, own, argv[0]);
    for (int i = 1, arguments = 0; i < argc; i++) {
        int taken = own_words(rows, count, argv[i]);
        if (taken == 0 && arguments < 2) {
            arguments++;
            taken = 1;
        }
        if (taken == 0)
            add_word(command, settings, argv[i]);
        for (int n = 0; n < taken && i + n < argc; n++)
            add_word(command, own, argv[i + n]);
        i += taken > 1 ? taken - 1 : 0;
    }
    free(rows);
}

/* Has the settings judged by who reads them later; prints what they amount to, or fails. --plan
 * comes first, since behind a "--" it would be an agent. */
static void judge_settings(const struct command *command, const struct game *game,
                           const struct words *settings)
{
    struct words call = {0};
    struct command as = command_grade;
    as.name = command->name;
    add_word(command, &call, memory_string("grade"));
    add_word(command, &call, memory_string(game->name));
    add_word(command, &call, memory_string("--plan"));
    for (int i = 0; i < settings->count; i++) {
        if (strcmp(settings->word[i], "--plan") == 0)
            cli_fail(command, "--plan is no setting: it would run nothing, ever");
        add_word(command, &call, settings->word[i]);
    }
    as.run(&as, call.count, call.word);
}

/* --- what goes in --- */

void kit_add_files(struct parcel *parcel, const char *kit, const struct game *game,
                   const char *folder, const struct kit_word *words)
{
    for (const struct kit_file *file = kit_files; file->name; file++) {
        if (strcmp(file->kit, kit) != 0 || (file->game && strcmp(file->game, game->name) != 0))
            continue;
        struct text name = {0};
        text_add(&name, "%s%s", folder, file->name);
        size_t length = (size_t)(file->end - file->data);
        bool script = length > 2 && memcmp(file->data, "#!", 2) == 0;
        struct text *out = parcel_add(parcel, name.data, script);
        for (const char *at = file->data; at < file->end;) {
            const struct kit_word *w = words;
            while (w->word && (file->game || (size_t)(file->end - at) < strlen(w->word) ||
                               memcmp(at, w->word, strlen(w->word)) != 0))
                w++;
            if (w->word)
                text_add(out, "%s", w->meaning);
            else
                text_add_bytes(out, at, 1);
            at += w->word ? strlen(w->word) : 1;
        }
        text_free(&name);
    }
}

/* True if this is a program of ours for x86-64; sets whether it needs a loader. */
static bool is_program(const struct text *bytes, bool *needs_loader)
{
    Elf64_Ehdr head;
    *needs_loader = false;
    if (bytes->length < sizeof head)
        return false;
    memcpy(&head, bytes->data, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_machine != EM_X86_64 || head.e_phentsize != sizeof(Elf64_Phdr))
        return false;
    for (size_t i = 0; i < head.e_phnum; i++) {
        Elf64_Phdr part;
        if (head.e_phoff > bytes->length || (bytes->length - head.e_phoff) / sizeof part < i + 1)
            return false;
        memcpy(&part, bytes->data + head.e_phoff + i * sizeof part, sizeof part);
        *needs_loader = *needs_loader || part.p_type == PT_INTERP;
    }
    return true;
}

/* Reads a file whole; false, errno set, if it cannot be read or is too large. */
static bool read_whole(const char *path, struct text *out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    struct stat status;
    bool good = fstat(fd, &status) == 0;
    if (good && (!S_ISREG(status.st_mode) || status.st_size > (off_t)GRADER_MOST << 20)) {
        errno = S_ISREG(status.st_mode) ? EFBIG : EINVAL;
        good = false;
    }
    static char part[1 << 16];
    for (ssize_t got = 1; good && got > 0;) {
        got = read(fd, part, sizeof part);
        good = got >= 0;
        if (got > 0)
            text_add_bytes(out, part, (size_t)got);
    }
    int error = errno;
    close(fd);
    errno = error;
    return good;
}

/* Finds plywood-grader: what was named, beside this program, or where it is installed. */
static void add_grader(const struct command *command, struct parcel *parcel, const char *folder,
                       const char *given)
{
    static const char *const places[] = {"plywood-grader", "../libexec/plywood/plywood-grader",
                                         "../lib/plywood/plywood-grader"};
    enum { PLACES = sizeof places / sizeof *places };
    struct text name = {0}, path = {0}, tried = {0};
    char own[4096];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = 0;
    char *slash = strrchr(own, '/');
    if (slash)
        slash[1] = 0;
    text_add(&name, "%splywood-grader", folder);
    struct text *bytes = parcel_add(parcel, name.data, true);
    bool found = given && read_whole(given, bytes);
    if (given && !found)
        cli_fail(command, "--grader: %s: %s", given, strerror(errno));
    for (int i = 0; i < PLACES && !found; i++) {
        text_clear(&path);
        text_add(&path, "%s%s", own, places[i]);
        found = read_whole(path.data, bytes);
        text_add(&tried, "%s%s", i > 0 ? ", " : "", path.data);
    }
    if (!found)
        cli_cannot(command,
                   "plywood-grader, which goes into the kit, is not there (looked for %s); make "
                   "builds it beside plywood, --grader FILE names another",
                   tried.data);
    bool needs_loader;
    if (!is_program(bytes, &needs_loader))
        cli_fail(command, "%s: no program for Linux on x86-64", given ? given : path.data);
    if (needs_loader)
        fprintf(stderr,
                "plywood %s: remark: this plywood-grader needs shared libraries; where they are "
                "missing setup.sh will say that it does not run\n",
                command->name);
    text_free(&name);
    text_free(&path);
    text_free(&tried);
}

/* Copies the position files of --cases into the parcel and has the settings name the copies. */
static void add_cases(const struct command *command, struct parcel *parcel, const char *folder,
                      const struct game *game, const struct words *settings, struct words *kept)
{
    struct boards boards = {0};
    struct notes notes = {0};
    const char *variant = NULL;
    for (int i = 0; i < settings->count; i++)
        if (strncmp(settings->word[i], "--rules=", 8) == 0)
            variant = settings->word[i] + 8;
        else if (strcmp(settings->word[i], "--rules") == 0 && i + 1 < settings->count)
            variant = settings->word[++i];
    for (int i = 0; i < settings->count; i++) {
        char *word = settings->word[i];
        const char *where = strncmp(word, "--cases=", 8) == 0 ? word + 8 : NULL;
        if (strcmp(word, "--cases") == 0 && i + 1 < settings->count)
            where = settings->word[++i];
        if (!where)
            add_word(command, kept, word);
        else if (!boards_add(&boards, where, game, variant, &notes))
            cli_fail(command, "--cases: %s", notes_why(&notes));
    }
    for (int i = 0; i < boards.count; i++) {
        const char *base = strrchr(boards.board[i].path, '/');
        struct text name = {0};
        text_add(&name, "%scases/%04d-%s", folder, i + 1, base ? base + 1 : boards.board[i].path);
        struct text *out = parcel_add(parcel, name.data, false);
        text_add_bytes(out, boards.board[i].bytes.data, boards.board[i].bytes.length);
        text_free(&name);
    }
    if (boards.count > 0) {
        add_word(command, kept, memory_string("--cases"));
        add_word(command, kept, memory_string("cases"));
    }
    boards_free(&boards);
}

/* The budget comes first, in minutes where it has whole ones. */
static void add_settings(const struct command *command, struct parcel *parcel, const char *folder,
                         int budget, const struct words *settings)
{
    struct text name = {0};
    text_add(&name, "%ssettings", folder);
    struct text *out = parcel_add(parcel, name.data, false);
    text_add(out, "--budget\n%d%s\n", budget % 60 == 0 ? budget / 60 : budget,
             budget % 60 == 0 ? "m" : "");
    for (int i = 0; i < settings->count; i++) {
        if (strchr(settings->word[i], '\n'))
            cli_fail(command, "\"%s\": a setting is one line", settings->word[i]);
        text_add(out, "%s\n", settings->word[i]);
    }
    text_free(&name);
}

/* In whole seconds. */
static int read_budget(const struct command *command, const char *text)
{
    double seconds = cli_duration(command, "--budget", text);
    if (seconds < BUDGET_LEAST || seconds > BUDGET_MOST)
        cli_fail(command, "--budget: expected %d s to %d h, such as 9m, found \"%s\"", BUDGET_LEAST,
                 BUDGET_MOST / 3600, text);
    return (int)seconds;
}

/* A list of packages without one named twice, for a script: words of Debian's letters. */
static void add_package(const struct command *command, struct text *out, const char *word,
                        size_t length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789+-.";
    if (length == 0)
        return;
    if (strspn(word, letters) < length || word[0] == '-' || length > 100)
        cli_fail(command, "--packages: \"%.*s\" is no name of a package", (int)length, word);
    struct text known = {0}, mark = {0};
    text_add(&known, " %s ", out->data ? out->data : "");
    text_add(&mark, " %.*s ", (int)length, word);
    if (!strstr(known.data, mark.data))
        text_add(out, "%s%.*s", out->length > 0 ? " " : "", (int)length, word);
    text_free(&known);
    text_free(&mark);
}

static void add_packages(const struct command *command, struct text *out, const char *list)
{
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, " ,");
        add_package(command, out, at, length);
        at += length + (at[length] != 0);
    }
}

static void list_packages(const struct command *command, const struct kit_options *o,
                          struct text *out)
{
    enum { LANGUAGES = sizeof languages / sizeof *languages };
    const char *asked = o->languages;
    for (const char *at = asked; *at;) {
        size_t length = strcspn(at, " ,");
        int i = 0;
        while (i < LANGUAGES &&
               (strlen(languages[i].name) != length || strncmp(languages[i].name, at, length) != 0))
            i++;
        if (i == LANGUAGES)
            cli_fail(command, "--languages: expected some of c,c++,java,python, found \"%s\"",
                     asked);
        add_packages(command, out, languages[i].packages);
        at += length + (at[length] != 0);
    }
    if (*asked)
        add_packages(command, out, unpackers);
    if (o->packages)
        add_packages(command, out, o->packages);
}

/* --- both kits --- */

/* Reads the call and puts the parcel together, settings apart; folder is where all but the kit's
 * own files go. */
static const struct game *put_together(const struct command *command, const char *kit,
                                       const char *folder, int argc, char **argv,
                                       struct kit_options *o, struct parcel *parcel,
                                       struct words *grading)
{
    struct words own = {0}, settings = {0}, kept = {0};
    split(command, argc, argv, &own, &settings);
    cli_parse(command, own.count, own.word, o);
    const struct game *game = cli_game(command, own.word[1]);
    int budget = read_budget(command, o->budget);
    struct text packages = {0};
    list_packages(command, o, &packages);
    char guard[20], minutes[20], pass[20];
    snprintf(guard, sizeof guard, "%d", budget + GUARD);
    snprintf(minutes, sizeof minutes, "%d", (budget + GUARD + START + 59) / 60);
    snprintf(pass, sizeof pass, "%d", o->pass >= 0 ? o->pass : KIT_PASS);
    const struct kit_word words[] = {{"{game}", game->name},
                                     {"{title}", game->title},
                                     {"{guard}", guard},
                                     {"{minutes}", minutes},
                                     {"{packages}", packages.data ? packages.data : ""},
                                     {"{pass}", pass},
                                     {NULL, NULL}};
    kit_add_files(parcel, kit, game, "", words);
    kit_add_files(parcel, "course", game, folder, words);
    add_cases(command, parcel, folder, game, &settings, &kept);
    add_settings(command, parcel, folder, budget, &kept);
    add_grader(command, parcel, folder, o->grader);
    if (!o->output)
        cli_fail(command, "-o says where it is put");
    *grading = settings;
    text_free(&packages);
    return game;
}

int kit_gradescope(const struct command *command, int argc, char **argv)
{
    struct kit_options o = {.pass = -1};
    struct parcel parcel = {0};
    struct words grading;
    const struct game *game = put_together(command, "gradescope", "", argc, argv, &o, &parcel,
                                           &grading);
    if (o.pass >= 0)
        cli_fail(command, "--pass is for a workflow: kit github");
    cli_spare(command, "--output", o.output, o.force);
    judge_settings(command, game, &grading);
    struct text zip;
    parcel_zip(&parcel, &zip);
    if (!file_replace(o.output, zip.data, zip.length))
        cli_cannot(command, "%s: %s", o.output, strerror(errno));
    printf("%s: upload it as it is; README.md in it tells what there is\n", shown(o.output));
    text_free(&zip);
    parcel_free(&parcel);
    return 0;
}

int kit_github(const struct command *command, int argc, char **argv)
{
    struct kit_options o = {.pass = -1};
    struct parcel parcel = {0};
    struct words grading;
    const struct game *game = put_together(command, "github", ".github/plywood/", argc, argv, &o,
                                           &parcel, &grading);
    struct text path = {0};
    for (int i = 0; i < parcel.count; i++) {
        struct stat status;
        text_clear(&path);
        text_add(&path, "%s/%s", o.output, parcel.file[i].name);
        if (!o.force && lstat(path.data, &status) == 0)
            cli_fail(command, "%s is there already; --force replaces it", path.data);
    }
    judge_settings(command, game, &grading);
    if (!parcel_write(&parcel, o.output, &path))
        cli_cannot(command, "%s: %s", path.data, strerror(errno));
    printf("%s: commit .github to the repository from which the students' are made\n",
           shown(o.output));
    text_free(&path);
    parcel_free(&parcel);
    return 0;
}
