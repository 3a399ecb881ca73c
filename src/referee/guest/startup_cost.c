#include "referee/guest/startup_cost.h"

#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "referee/guest/build.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/folder.h"

enum { KEPT = 16, RUN_SECONDS = 60, WORD = STARTUP_COST_WORD };

#define AMPLE 1.5 /* times the median: a later start may cost more than all that were measured */

/* The names may be followed by a version. All but java accept an empty file as a program. */
static const char *const interpreters[] = {"python", "pypy", "node", "nodejs", "ruby", "perl",
                                           "lua",    "php",  "java", "bash",   "dash", "sh"};

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_interpreter(const char *name)
{
    size_t stem = strlen(name);
    while (stem > 0 && (isdigit((unsigned char)name[stem - 1]) || name[stem - 1] == '.'))
        stem--;
    for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++)
        if (strlen(interpreters[i]) == stem && memcmp(name, interpreters[i], stem) == 0)
            return true;
    return false;
}

/* True if the word names an interpreter that is installed here, so that the author of the program
 * cannot choose its cost. It is a name that PATH (the grader's) finds, or a path below the system's
 * directories or below the prefix of what PATH finds. A path is replaced by its real path. */
static bool is_installed(const struct program *program, char word[WORD])
{
    char found[FOUND_PATH], real[FOUND_PATH], prefix[FOUND_PATH];
    if (!is_interpreter(base_of(word)))
        return false;
    bool is_found = build_finds(base_of(word), found) && found[0] == '/' && realpath(found, real) &&
                    !program_brings(program, real);
    if (!strchr(word, '/'))
        return is_found;
    if (word[0] != '/' || !realpath(word, real) || strlen(real) >= WORD ||
        !is_interpreter(base_of(real)) || program_brings(program, real))
        return false;
    snprintf(word, WORD, "%.*s", WORD - 1, real);
    return program_is_of_system(real) ||
           (is_found && program_prefix(found, prefix) && program_lies_below(real, prefix));
}

/* Reads the first bytes of a file of the submission; for a bare command, of any file. */
static bool read_head(const struct program *program, const char *path, char head[WORD])
{
    char real[FOUND_PATH];
    if (path[0] != '/' || !realpath(path, real) ||
        (program->source[0] && !program_brings(program, real)))
        return false;
    int fd = folder_open_plain(AT_FDCWD, real);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, head, WORD - 1);
    close(fd);
    head[length > 0 ? length : 0] = 0;
    return length > 0;
}

/* The interpreter in the "#!" line of a script; false if there is none. */
static bool read_script(const struct program *program, const char *path, char word[WORD])
{
    char line[WORD], second[WORD] = "";
    if (!read_head(program, path, line) || strncmp(line, "#!", 2) != 0)
        return false;
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line + 2, " %1000s %1000s", word, second) < 1)
        return false;
    if (strcmp(base_of(word), "env") == 0)
        snprintf(word, WORD, "%s", second);
    return true;
}

bool startup_cost_interpreter(const struct program *program, char word[STARTUP_COST_WORD])
{
    for (const char *at = program->command; *at;) {
        at += strspn(at, " \t");
        int length = (int)strcspn(at, " \t");
        if (length == 0 || length >= WORD)
            return false;
        snprintf(word, WORD, "%.*s", length, at);
        at += length;
        if (strchr(word, '=') || strcmp(base_of(word), "env") == 0)
            continue;
        return is_installed(program, word) ||
               (read_script(program, word, word) && is_installed(program, word));
    }
    return false;
}

/* --- measuring --- */

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double startup_cost_of_runs(double seconds[STARTUP_COST_RUNS])
{
    qsort(seconds, STARTUP_COST_RUNS, sizeof *seconds, by_size);
    double ample = AMPLE * seconds[STARTUP_COST_RUNS / 2], highest = seconds[STARTUP_COST_RUNS - 1];
    return ceil(100 * (ample > highest ? ample : highest)) / 100;
}

static const struct warden_report *run(struct cell *cell, const char *command)
{
    struct warden_order order = {.start = true, .cpu = RUN_SECONDS, .budget = RUN_SECONDS};
    snprintf(order.command, sizeof order.command, "%s", command);
    return cell_order(cell, &order);
}

/* Puts an empty program into the cell and makes the command that runs it. */
static bool make_empty(struct cell *cell, const char *word, struct text *command)
{
    static const char java[] =
        "public class Empty { public static void main(String[] words) { } }\n";
    char path[FOUND_PATH];
    if (strcmp(base_of(word), "java") != 0) {
        text_add(command, "%s empty", word);
        return folder_put(cell_home(cell), "empty", "", 0);
    }
    bool compiled = build_finds("javac", path) &&
                    folder_put(cell_home(cell), "Empty.java", java, strlen(java)) &&
                    run(cell, "javac Empty.java")->status == 0;
    text_add(command, "%s -XX:+UseSerialGC -XX:-UsePerfData %s", word,
             compiled ? "-cp . Empty" : "-version");
    return true;
}

/* Measures in a cell with default limits: the result is shared between programs, so one author's
 * manifest must not influence it. */
static struct startup_cost measure(const struct program *program,
                                   const struct contender_options *options, const char *word)
{
    struct policy policy = program->policy;
    program_set_policy(&policy, options, 0);
    policy.looks_for_network = strcmp(base_of(word), "java") == 0;
    struct startup_cost cost = {0};
    struct notes ignored = {0};
    struct text command = {0};
    double cpu[STARTUP_COST_RUNS], wall[STARTUP_COST_RUNS];
    struct cell *cell = cell_new(&policy, &ignored);
    bool good = cell && make_empty(cell, word, &command);
    for (int i = 0; good && i < STARTUP_COST_RUNS; i++) {
        const struct warden_report *report = run(cell, command.data);
        good = report->end == WARDEN_ENDED && report->status == 0;
        cpu[i] = report->cpu;
        wall[i] = warden_wall_counted(report->wall, report->waited, report->cpu);
    }
    if (good) {
        snprintf(cost.language, sizeof cost.language, "%.39s", base_of(word));
        cost.cpu = startup_cost_of_runs(cpu);
        cost.wall = startup_cost_of_runs(wall);
    }
    text_free(&command);
    cell_free(cell);
    return cost;
}

struct startup_cost startup_cost_of(const struct program *program,
                                    const struct contender_options *options)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct {
        char word[WORD];
        struct startup_cost cost;
    } kept[KEPT];
    static int count;
    char word[WORD];
    struct startup_cost cost = {0};
    if (!startup_cost_interpreter(program, word))
        return cost;
    pthread_mutex_lock(&lock);
    int at = 0;
    while (at < count && strcmp(kept[at].word, word) != 0)
        at++;
    cost = at < count ? kept[at].cost : measure(program, options, word);
    if (at == count && count < KEPT && cost.language[0]) {
        memcpy(kept[at].word, word, sizeof word);
        kept[at].cost = cost;
        count++;
    }
    pthread_mutex_unlock(&lock);
    return cost;
}

void startup_cost_tell(const struct startup_cost *cost, const struct program *program,
                       char out[STARTUP_COST_TOLD])
{
    int length = snprintf(out, STARTUP_COST_TOLD, "%s", program->told);
    if (cost->language[0])
        snprintf(
            out + length, (size_t)(STARTUP_COST_TOLD - length),
            "%sthe start of %s costs up to %.2f s here, which is added to its clock where that is short",
            length > 0 ? "; " : "", cost->language, cost->cpu);
}

double startup_cost_granted(double cost, double clock, int moves)
{
    return clock > 0 && clock / moves < STARTUP_COST_MATTERS * cost ? cost : 0;
}
