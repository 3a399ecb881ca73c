/* plywood grade - grades agents as the courses do */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agents/agent.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "cmd/commands.h"
#include "referee/course/grade_report.h"
#include "referee/guest/manifest.h"
#include "referee/guest/program.h"

enum { AGENTS_MAX = 100000 };

/* A way to write sheets down. */
struct format {
    const char *name;
    void (*add)(const struct grade_sheet *, struct text *);
    const char *head, *tail; /* of a file with several sheets */
    const char *own_file;    /* each sheet is a file of this name in a directory of its own */
};

static const struct format formats[] = {
    {"table", report_table, "", "", NULL},
    {"json", report_json, "", "", NULL},
    {"gradescope", report_gradescope, "", "", "results.json"},
    {"junit", report_junit, REPORT_JUNIT_HEAD, REPORT_JUNIT_TAIL, NULL},
};

struct desk {
    const struct command *command;
    const struct format *format;
    const char *output; /* a file, or a directory for files of their own; NULL: standard output */
    bool alone;         /* one agent only */
    int done, voids;
    struct text file;    /* for output */
    struct text summary; /* a line an agent */
    struct text used;    /* names of directories: /ada//bob/ */
};

static const struct format *find_format(const struct command *command, const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    cli_fail(command, "--format: expected table, json, gradescope or junit, found \"%s\"", name);
}

_Noreturn static void cannot_write(const struct desk *desk, const char *path)
{
    fprintf(stderr, "plywood %s: %s: cannot be written: %s\n", desk->command->name, path,
            strerror(errno));
    exit(EXIT_CANNOT);
}

/* DIR/SLUG/results.json; agents whose names come out the same are told apart by a number. */
static void write_own_file(struct desk *desk, const struct grade_sheet *sheet,
                           const struct text *text)
{
    char slug[GRADE_SLUG], mark[GRADE_SLUG + 4], dir[4096], path[4200];
    grade_slug(sheet->spec, slug);
    size_t length = strlen(slug);
    for (int n = 2; snprintf(mark, sizeof mark, "/%s/", slug) && desk->used.data &&
                    strstr(desk->used.data, mark);
         n++)
        snprintf(slug + length, sizeof slug - length, "-%d", n);
    text_add(&desk->used, "%s", mark);
    if (mkdir(desk->output, 0777) != 0 && errno != EEXIST)
        cannot_write(desk, desk->output);
    snprintf(dir, sizeof dir, "%.4000s/%s", desk->output, slug);
    snprintf(path, sizeof path, "%s/%s", dir, desk->format->own_file);
    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        cannot_write(desk, dir);
    if (!file_replace(path, text->data, text->length))
        cannot_write(desk, path);
}

static void take_sheet(void *context, const struct grade_sheet *sheet)
{
    struct desk *desk = context;
    struct text text = {0};
    desk->format->add(sheet, &text);
    desk->voids += sheet->voids;
    report_line(sheet, &desk->summary);
    bool table = desk->format->add == report_table;
    if (desk->output && desk->format->own_file && !desk->alone)
        write_own_file(desk, sheet, &text);
    else if (desk->output)
        text_add(&desk->file, "%s%s", table && desk->done > 0 ? "\n" : "", text.data);
    else
        printf("%s%s", table && desk->done > 0 ? "\n" : "", text.data);
    fflush(stdout);
    desk->done++;
    text_free(&text);
}

static void close_desk(struct desk *desk)
{
    bool table = desk->format->add == report_table;
    if (!desk->output)
        printf("%s", desk->format->tail);
    if (!desk->alone && (table || desk->output)) {
        struct text *out = table && desk->output ? &desk->file : NULL;
        if (out)
            text_add(out, "\nIn all\n%s", desk->summary.data);
        else
            printf("%s%s", table ? "\nIn all\n" : "", desk->summary.data);
    }
    if (desk->output && desk->file.data) {
        text_add(&desk->file, "%s", desk->format->tail);
        if (!file_replace(desk->output, desk->file.data, desk->file.length))
            cannot_write(desk, desk->output);
    }
    text_free(&desk->file);
    text_free(&desk->summary);
    text_free(&desk->used);
}

/* --- who is graded --- */

struct roll {
    int count;
    char **spec;
};

static bool has_agent(const char *dir, const char *name)
{
    char path[4096];
    struct manifest manifest;
    struct notes ignored = {0};
    snprintf(path, sizeof path, "%.3500s/%s", dir, name);
    bool good = manifest_read(path, &manifest, &ignored);
    if (good)
        manifest_free(&manifest);
    return good;
}

static void enrol(const struct command *command, struct roll *roll, const char *spec)
{
    if (roll->count == AGENTS_MAX)
        cli_fail(command, "more than %d agents", AGENTS_MAX);
    struct notes notes = {0};
    struct agent *agent = program_is_meant(spec) ? NULL : agent_new(spec, &notes);
    agent_free(agent);
    if (notes.faults > 0) /* a slip of the caller's, for which nobody is to get 0 points */
        cli_fail(command, "%s: no directory, and no built-in agent: %s", spec, notes_first(&notes));
    roll->spec = memory_resize(roll->spec, (size_t)(roll->count + 1) * sizeof *roll->spec);
    roll->spec[roll->count++] = memory_string(spec);
}

/* True if there is a directory with an agent in this directory. */
static bool holds_agents(const char *dir)
{
    struct dirent **list;
    int entries = scandir(dir, &list, NULL, NULL);
    bool found = false;
    for (int i = 0; i < entries; i++) {
        found = found || (list[i]->d_name[0] != '.' && has_agent(dir, list[i]->d_name));
        free(list[i]);
    }
    if (entries >= 0)
        free(list);
    return found;
}

/* Enrols every directory in a directory, by name. */
static void enrol_each(const struct command *command, struct roll *roll, const char *dir)
{
    struct dirent **list;
    int entries = scandir(dir, &list, NULL, alphasort);
    if (entries < 0)
        cli_fail(command, "%s: cannot be read: %s", dir, strerror(errno));
    int before = roll->count;
    for (int i = 0; i < entries; i++) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%.3500s/%s", dir, list[i]->d_name);
        if (list[i]->d_name[0] != '.' && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            enrol(command, roll, path);
        free(list[i]);
    }
    free(list);
    if (roll->count == before)
        cli_fail(command, "--each: %s has no directories in it", dir);
}

static void end_roll(struct roll *roll)
{
    for (int i = 0; i < roll->count; i++)
        free(roll->spec[i]);
    free(roll->spec);
}

static int grade(const struct command *command, struct grade_options *o,
                 const struct syllabus_options *s, const struct roll *roll, struct desk *desk)
{
    struct notes notes = {0};
    struct syllabus *syllabus = syllabus_new(s, &notes);
    if (!syllabus)
        cli_fail(command, "%s", notes_first(&notes));
    o->syllabus = syllabus;
    desk->alone = roll->count == 1;
    if (!desk->output)
        printf("%s", desk->format->head);
    else if (!desk->format->own_file || desk->alone)
        text_add(&desk->file, "%s", desk->format->head);
    bool good = grade_run(o, (const char *const *)roll->spec, roll->count, take_sheet, desk,
                          &notes);
    syllabus_free(syllabus);
    if (desk->done > 0)
        close_desk(desk);
    if (good && desk->voids == 0)
        return 0;
    fflush(stdout);
    if (!good)
        fprintf(stderr, "plywood %s: %s\n", command->name, notes_first(&notes));
    else
        fprintf(stderr,
                "plywood %s: %d case%s failed on our side and must be graded again (--resume does "
                "just these)\n",
                command->name, desk->voids, desk->voids == 1 ? "" : "s");
    return desk->done > 0 ? EXIT_CANNOT : EXIT_WRONG; /* it did not even begin */
}

static int run(const struct command *command, int argc, char **argv)
{
    struct option_values given = {0};
    struct syllabus_options s = {.setup = SETUP_DEFAULT, .seed = 1};
    struct grade_options o = {.contender = {.grace = 10}, .jobs = 1, .bundles = "plywood-faults"};
    struct desk desk = {.command = command};
    const char *format = "table", *sandbox = "on";
    bool each = false;
    int memory = 0;
    int arguments = cli_parse(
        command, argc, argv,
        (struct cli_option[]){{"each", CLI_FLAG, &each, 0, 0},
                              {"seed", CLI_SEED, &s.seed, 0, 0},
                              {"time", CLI_SECONDS, &s.time, 0, 0},
                              {"positions", CLI_INT, &s.positions, 1, 10000},
                              {"games", CLI_INT, &s.games, 1, 10000},
                              {"size", CLI_INT, &s.setup.size, 1, BOARD_MAX},
                              {NULL, CLI_SETUP, &given, 0, 0},
                              {"rules", CLI_STRING, &s.setup.variant, 0, 0},
                              {"jobs", CLI_INT, &o.jobs, 1, JOBS_THREADS_MAX},
                              {"resume", CLI_STRING, &o.resume, 0, 0},
                              {"format", CLI_STRING, &format, 0, 0},
                              {"output", CLI_STRING, &desk.output, 0, 0},
                              {"bundles", CLI_STRING, &o.bundles, 0, 0},
                              {"grace", CLI_SECONDS, &o.contender.grace, 0, 0},
                              {"memory", CLI_INT, &memory, 1, 1 << 20},
                              {"sandbox", CLI_STRING, &sandbox, 0, 0},
                              {0}},
        2, AGENTS_MAX);
    s.game = cli_game(command, argv[0]);
    cli_set_up(command, s.game, &given, &s.setup);
    desk.format = find_format(command, format);
    if (strcmp(sandbox, "on") != 0 && strcmp(sandbox, "off") != 0)
        cli_fail(command, "--sandbox: expected on or off, found \"%s\"", sandbox);
    o.contender.sandbox = strcmp(sandbox, "off") == 0 ? SANDBOX_OFF : SANDBOX_ON;
    o.contender.memory = (size_t)memory << 20;
    struct roll roll = {0};
    for (int i = 1; i < arguments; i++)
        if (each)
            enrol_each(command, &roll, argv[i]);
        else if (!has_agent(argv[i], ".") && holds_agents(argv[i]))
            cli_fail(command, "%s: no agent, but a directory of agents: --each grades them all",
                     argv[i]);
        else
            enrol(command, &roll, argv[i]);
    if (roll.count > 1 && desk.format->own_file && !desk.output)
        cli_fail(command, "--format %s: several agents need --output DIR", format);
    int status = grade(command, &o, &s, &roll, &desk);
    end_roll(&roll);
    return status;
}

const struct command command_grade = {
    "grade", "grade agents as the courses do, with points and reasons",
    "usage: plywood grade GAME AGENT… [--each] [--format table|json|gradescope|junit]\n"
    "                     [--output FILE|DIR] [--resume FILE] [--jobs J] [--seed S] [--time S]\n"
    "                     [--positions N] [--games N] [--size N] {options}\n"
    "                     [--rules R] [--grace S] [--memory MIB] [--sandbox on|off]\n"
    "                     [--bundles DIR]\n\n"
    "An AGENT is cmd:COMMAND, a directory with a plywood.json or an agent in it, or a built-in\n"
    "agent. With --each every AGENT is a directory full of such directories. What is tested, 100\n"
    "points in all (docs/grading.md tells more):\n\n"
    "{grading}\n"
    "\n"
    "Boards follow from --seed (1), so a grade can be repeated. --time is the time of a game (or "
    "of\n"
    "a move, where the rules limit that); single positions get a part of it. --positions and\n"
    "--games change how many there are; the points of a part stay the same. {names}\n"
    "are for the boards of games.\n\n"
    "--resume keeps every finished case in FILE and does not run it again: an interrupted call "
    "goes\n"
    "on where it was. --format gradescope writes results.json, for several agents\n"
    "DIR/AGENT/results.json. An agent that does not build or crashes gets its points and reasons;\n"
    "faults leave a bundle in --bundles (plywood-faults) with everything to run them again. Exit\n"
    "status 0 whatever the grades are, 70 if something failed on our side.\n",
    run};
