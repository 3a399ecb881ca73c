/* plywood grade - grades agents as the courses do */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agents/agent.h"
#include "base/file.h"
#include "base/foreign.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "cmd/commands.h"
#include "cmd/demands.h"
#include "referee/course/grade_report.h"
#include "referee/guest/manifest.h"
#include "referee/guest/program.h"

enum { AGENTS_MAX = 100000, OTHER_FILES = 16 }; /* state, reports, bundles */

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

struct writer {
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

_Noreturn static void cannot_write(const struct writer *writer, const char *path)
{
    fprintf(stderr, "plywood %s: %s: cannot be written: %s\n", writer->command->name, shown(path),
            strerror(errno));
    exit(EXIT_CANNOT);
}

enum { OWN_PATH = 4200 };

/* DIR/SLUG/results.json; agents whose names come out the same are told apart by a number. Returns
 * where the name of the file begins. */
static size_t name_own_file(struct writer *writer, const char *spec, char path[OWN_PATH])
{
    char slug[GRADE_SLUG], mark[GRADE_SLUG + 4];
    grade_slug(spec, slug);
    size_t length = strlen(slug);
    for (int n = 2; snprintf(mark, sizeof mark, "/%s/", slug) && writer->used.data &&
                    strstr(writer->used.data, mark);
         n++)
        snprintf(slug + length, sizeof slug - length, "-%d", n);
    text_add(&writer->used, "%s", mark);
    int folder = snprintf(path, OWN_PATH, "%.4000s/%s/", writer->output, slug);
    snprintf(path + folder, (size_t)(OWN_PATH - folder), "%s", writer->format->own_file);
    return (size_t)folder;
}

static void write_own_file(struct writer *writer, const struct grade_sheet *sheet,
                           const struct text *text)
{
    char path[OWN_PATH], dir[OWN_PATH];
    size_t folder = name_own_file(writer, sheet->spec, path);
    snprintf(dir, sizeof dir, "%.*s", (int)folder, path);
    if (mkdir(writer->output, 0777) != 0 && errno != EEXIST)
        cannot_write(writer, writer->output);
    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        cannot_write(writer, dir);
    if (!file_replace(path, text->data, text->length))
        cannot_write(writer, path);
}

static void take_sheet(void *context, const struct grade_sheet *sheet)
{
    struct writer *writer = context;
    struct text text = {0};
    writer->format->add(sheet, &text);
    writer->voids += sheet->voids;
    report_line(sheet, &writer->summary);
    bool table = writer->format->add == report_table;
    if (writer->output && writer->format->own_file && !writer->alone)
        write_own_file(writer, sheet, &text);
    else if (writer->output)
        text_add(&writer->file, "%s%s", table && writer->done > 0 ? "\n" : "", text.data);
    else
        printf("%s%s", table && writer->done > 0 ? "\n" : "", text.data);
    fflush(stdout);
    writer->done++;
    text_free(&text);
}

static void close_writer(struct writer *writer)
{
    bool table = writer->format->add == report_table;
    if (!writer->output)
        printf("%s", writer->format->tail);
    if (!writer->alone && (table || writer->output)) {
        struct text *out = table && writer->output ? &writer->file : NULL;
        if (out)
            text_add(out, "\nIn all\n%s", writer->summary.data);
        else
            printf("%s%s", table ? "\nIn all\n" : "", writer->summary.data);
    }
    if (writer->output && writer->file.data) {
        text_add(&writer->file, "%s", writer->format->tail);
        if (!file_replace(writer->output, writer->file.data, writer->file.length))
            cannot_write(writer, writer->output);
    }
    text_free(&writer->file);
    text_free(&writer->summary);
    text_free(&writer->used);
}

/* --- who is graded --- */

struct agent_list {
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

static void add_agent(const struct command *command, struct agent_list *agents, const char *spec)
{
    if (agents->count == AGENTS_MAX)
        cli_fail(command, "more than %d agents", AGENTS_MAX);
    struct notes notes = {0};
    struct agent *agent = program_is_meant(spec) ? NULL : agent_new(spec, &notes);
    agent_free(agent);
    if (notes.faults > 0) /* a slip of the caller's must not become 0 points */
        cli_fail(command, "%s: no directory, and no built-in agent: %s", spec, notes_why(&notes));
    agents->spec = memory_resize(agents->spec, (size_t)(agents->count + 1) * sizeof *agents->spec);
    agents->spec[agents->count++] = memory_string(spec);
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

/* Adds every directory in a directory, by name. */
static void add_each(const struct command *command, struct agent_list *agents, const char *dir)
{
    struct dirent **list;
    int entries = scandir(dir, &list, NULL, alphasort);
    if (entries < 0)
        cli_fail(command, "%s: cannot be read: %s", dir, strerror(errno));
    int before = agents->count;
    for (int i = 0; i < entries; i++) {
        char path[4096];
        struct stat status;
        snprintf(path, sizeof path, "%.3500s/%s", dir, list[i]->d_name);
        if (list[i]->d_name[0] != '.' && stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            add_agent(command, agents, path);
        free(list[i]);
    }
    free(list);
    if (agents->count == before)
        cli_fail(command, "--each: %s has no directories in it", dir);
}

static void free_agents(struct agent_list *agents)
{
    for (int i = 0; i < agents->count; i++)
        free(agents->spec[i]);
    free(agents->spec);
}

/* Before anything is run: results of before are not lost. */
static void spare_own_files(const struct command *command, struct writer *writer,
                            const struct agent_list *agents, bool force)
{
    char path[OWN_PATH];
    for (int i = 0; i < agents->count; i++) {
        name_own_file(writer, agents->spec[i], path);
        cli_spare(command, "--output", path, force);
    }
    text_clear(&writer->used);
}

static int grade(const struct command *command, struct grade_options *o,
                 const struct syllabus_options *s, const struct agent_list *agents,
                 struct writer *writer)
{
    struct notes notes = {0};
    struct syllabus *syllabus = syllabus_new(s, &notes);
    if (!syllabus)
        cli_fail(command, "%s", notes_why(&notes));
    o->syllabus = syllabus;
    writer->alone = agents->count == 1;
    if (!writer->output)
        printf("%s", writer->format->head);
    else if (!writer->format->own_file || writer->alone)
        text_add(&writer->file, "%s", writer->format->head);
    bool good = grade_run(o, (const char *const *)agents->spec, agents->count, take_sheet, writer,
                          &notes);
    syllabus_free(syllabus);
    if (writer->done > 0)
        close_writer(writer);
    cli_remark(command, &notes);
    if (good && writer->voids == 0)
        return 0;
    fflush(stdout);
    if (!good)
        fprintf(stderr, "plywood %s: %s\n", command->name, notes_why(&notes));
    else
        fprintf(stderr,
                "plywood %s: %d case%s failed on our side and must be graded again (--resume does "
                "just these)\n",
                command->name, writer->voids, writer->voids == 1 ? "" : "s");
    return writer->done > 0 ? EXIT_CANNOT : EXIT_WRONG; /* it did not even begin */
}

/* The cases that were given instead of the course's own. */
static void load_cases(const struct command *command, const struct cli_words *cases,
                       struct syllabus_options *s, struct boards *boards)
{
    if (cases->count == 0)
        return;
    cli_refuse_setup(command, s->game, &s->setup, "cases");
    if (s->games > 0 || s->positions > 0)
        cli_fail(command, "--positions and --games are for drawn cases, not with --cases");
    struct notes notes = {0};
    for (int i = 0; i < cases->count; i++)
        if (!boards_add(boards, cases->word[i], s->game, s->setup.variant, &notes))
            cli_fail(command, "--cases: %s", notes_why(&notes));
    s->boards = boards;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct option_values given = {0};
    struct syllabus_options s = {.setup = SETUP_DEFAULT, .seed = 1};
    struct grade_options o = {.contender = {.grace = 10}, .jobs = 1, .bundles = "plywood-faults"};
    struct writer writer = {.command = command};
    const char *format = "table", *sandbox = "on";
    static struct cli_words cases;
    static struct boards boards;
    bool each = false, strict = false, lenient = false, force = false;
    int memory = 0, disk = 0;
    int arguments = cli_parse(
        command, argc, argv,
        (struct cli_option[]){{"each", CLI_FLAG, &each, 0, 0},
                              {"seed", CLI_SEED, &s.seed, 0, 0},
                              {"time", CLI_SECONDS, &s.time, 0, 0},
                              {"positions", CLI_INT, &s.positions, 1, 10000},
                              {"games", CLI_INT, &s.games, 1, 10000},
                              {"cases", CLI_WORDS, &cases, 0, 0},
                              {"size", CLI_INT, &s.setup.size, 1, BOARD_MAX},
                              {NULL, CLI_SETUP, &given, 0, 0},
                              {"rules", CLI_STRING, &s.setup.variant, 0, 0},
                              {"jobs", CLI_INT, &o.jobs, 1, JOBS_THREADS_MAX},
                              {"resume", CLI_STRING, &o.resume, 0, 0},
                              {"format", CLI_STRING, &format, 0, 0},
                              {"output", CLI_STRING, &writer.output, 0, 0},
                              {"force", CLI_FLAG, &force, 0, 0},
                              {"bundles", CLI_STRING, &o.bundles, 0, 0},
                              {"grace", CLI_SECONDS, &o.contender.grace, 0, 0},
                              {"wall", CLI_SECONDS, &o.contender.wall_ratio, 0, 0},
                              {"calibrate", CLI_SECONDS, &o.contender.calibrate, 0, 0},
                              {"memory", CLI_INT, &memory, 1, 1 << 20},
                              {"disk", CLI_INT, &disk, 1, 1 << 20},
                              {"sandbox", CLI_STRING, &sandbox, 0, 0},
                              {"strict", CLI_FLAG, &strict, 0, 0},
                              {"lenient", CLI_FLAG, &lenient, 0, 0},
                              {0}},
        2, AGENTS_MAX);
    s.game = cli_game(command, argv[0]);
    cli_set_up(command, s.game, &given, &s.setup);
    load_cases(command, &cases, &s, &boards);
    writer.format = find_format(command, format);
    if (strcmp(sandbox, "on") != 0 && strcmp(sandbox, "off") != 0)
        cli_fail(command, "--sandbox: expected on or off, found \"%s\"", sandbox);
    o.contender.sandbox = strcmp(sandbox, "off") == 0 ? SANDBOX_OFF : SANDBOX_ON;
    o.contender.exact = !lenient;
    o.contender.memory = (size_t)memory << 20;
    o.contender.disk = (size_t)disk << 20;
    cli_spare(command, "--output", writer.output, force || o.resume);
    demand_files(command, o.jobs, 1, OTHER_FILES);
    if (strict)
        demand_all_layers(command, &o.contender);
    struct agent_list agents = {0};
    for (int i = 1; i < arguments; i++)
        if (each)
            add_each(command, &agents, argv[i]);
        else if (!has_agent(argv[i], ".") && holds_agents(argv[i]))
            cli_fail(command, "%s: no agent, but a directory of agents: --each grades them all",
                     argv[i]);
        else
            add_agent(command, &agents, argv[i]);
    if (agents.count > 1 && writer.format->own_file && !writer.output)
        cli_fail(command, "--format %s: several agents need --output DIR", format);
    if (agents.count > 1 && writer.format->own_file)
        spare_own_files(command, &writer, &agents, force || o.resume);
    int status = grade(command, &o, &s, &agents, &writer);
    free_agents(&agents);
    return status;
}

const struct command command_grade = {
    "grade", "grade agents as the courses do, with points and reasons",
    "usage: plywood grade GAME AGENT… [--each] [--format table|json|gradescope|junit]\n"
    "                     [--output FILE|DIR] [--force] [--resume FILE] [--jobs J] [--seed S] "
    "[--time S]\n"
    "                     [--cases FILE|DIR|PATTERN]… [--positions N] [--games N] [--size N] "
    "{options}\n"
    "                     [--rules R] [--grace S] [--wall R] [--calibrate S] [--memory MIB]\n"
    "                     [--disk MIB] [--sandbox on|off] [--strict] [--lenient]\n"
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
    "--cases grades on given position files instead, all worth the same: a file, a directory, a "
    "quoted\n"
    "pattern. What a file asks for, a move or a game that the agent begins, and the time for it\n"
    "follow from the course's text and the file.\n"
    "--resume keeps every finished case in FILE and does not run it again: an interrupted call "
    "goes\n"
    "on where it was. --format gradescope writes results.json, for several agents\n"
    "DIR/AGENT/results.json. An agent that does not build or crashes gets its points and reasons;\n"
    "faults leave a bundle in --bundles (plywood-faults) with everything to run them again.\n"
    "An --output FILE that holds something is replaced only with --force or --resume.\n"
    "An agent's calibrate command is run once, for at most --calibrate seconds of CPU time (300), "
    "and\n"
    "its calibration.txt is there in every case.\n"
    "Answers are judged to the letter, as the texts want it: LF as line end, no stray byte; a "
    "last\n"
    "newline may be missing. --lenient reads them kindly, as 'plywood match' does.\n"
    "--strict refuses to begin where a layer of confinement or exact metering is missing. Exit\n"
    "status 0 whatever the grades are, 70 if something failed on our side.\n",
    run};
