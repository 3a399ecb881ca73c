/* plywood grade - grades agents as the courses do */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/foreign.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "base/shell.h"
#include "cmd/commands.h"
#include "cmd/demands.h"
#include "cmd/grade_display.h"
#include "cmd/grade_writer.h"
#include "cmd/guest_limits.h"
#include "cmd/interrupt.h"
#include "referee/course/give_up.h"
#include "referee/course/grade_state.h"
#include "referee/guest/scratch_dir.h"
#include "referee/sandbox/processors.h"

enum { OTHER_FILES = 16 }; /* state, reports, bundles */

/* A call of this command. */
struct call {
    const struct command *command;
    int argc;
    char **words; /* as they were given */
    struct grade_options options;
    struct syllabus_options cases;
    struct boards boards;
    struct grade_writer writer;
    struct grade_display display;
    /* as given */
    struct cli_list case_files, only, summary;
    struct cli_board board;
    struct guest_limits limits;
    const char *format, *budget_given;
    bool each, lenient, force, plan, quiet;
    double budget; /* seconds; 0: none */
    double began;
    bool passing_state; /* the state is ours: it goes when all is done */
    char state[64];
    struct text again, whole;
};

/* --- what is graded --- */

/* The cases that were given instead of the course's own. */
static void load_cases(const struct command *command, const struct cli_list *cases,
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

/* --only: these cases and no others, of as many as that takes. */
static int read_choices(struct call *call, struct syllabus_choice *choices)
{
    int most = 0;
    for (int i = 0; i < call->only.count; i++) {
        if (!syllabus_read_choice(call->only.word[i], &choices[i]))
            cli_fail(call->command,
                     "--only: expected PART:NUMBER, or PART:NUMBER@SECONDS, found \"%s\"",
                     call->only.word[i]);
        most = choices[i].number > most ? choices[i].number : most;
    }
    if (most > 0 && !call->cases.boards)
        call->cases.positions = call->cases.games = most;
    return call->only.count;
}

/* How many processors the grading is planned for: as many as when it began, so that clocks stay. */
static double count_processors(const struct grade_options *o)
{
    double before = o->resume ? grade_state_processors(o->resume) : 0;
    double now = processors_available();
    return before > 0 ? before : o->jobs < now ? o->jobs : now;
}

/* The cases, fitted to the budget if there is one. */
static struct syllabus *make_syllabus(struct call *call, int agents)
{
    static struct syllabus_choice choices[CLI_LIST_MAX];
    struct grade_options *o = &call->options;
    struct notes notes = {0};
    int count = read_choices(call, choices);
    struct syllabus *syllabus = syllabus_new(&call->cases, &notes);
    if (!syllabus)
        cli_fail(call->command, "%s", notes_why(&notes));
    if (count > 0 && !syllabus_keep(syllabus, choices, count, &notes))
        cli_fail(call->command, "--only: %s", notes_why(&notes));
    if (call->budget > 0) {
        o->plan = time_budget_fit(syllabus,
                                  &(struct time_budget){call->budget, agents, count_processors(o)});
        o->end = call->began + call->budget;
        o->contender.build_seconds = o->plan.build;
        if (o->contender.calibrate == 0 || o->contender.calibrate > o->plan.calibrate)
            o->contender.calibrate = o->plan.calibrate;
    }
    return syllabus;
}

/* What would be graded, for whoever sets a course up. */
static int print_plan(struct call *call)
{
    struct syllabus *syllabus = make_syllabus(call, 1);
    printf("%s, seed %llu\n", syllabus->game->title, (unsigned long long)syllabus->seed);
    for (int part = 0; part < syllabus->part_count; part++) {
        const struct syllabus_part *p = &syllabus->part[part];
        printf("  %6.2f points  %-10s %s, %d case%s\n", p->points, p->name, p->title, p->cases,
               p->cases == 1 ? "" : "s");
    }
    struct text budget = {0};
    time_budget_tell(&call->options.plan, syllabus, "  ", &budget);
    printf("%s", budget.data ? budget.data : "");
    text_free(&budget);
    syllabus_free(syllabus);
    return 0;
}

/* --- the words of the call --- */

/* True if an option's value is the next word. */
static bool takes_next(const struct cli_row *rows, int count, const char *word)
{
    if (strcmp(word, "-o") == 0)
        return true;
    size_t length = strcspn(word, "=");
    if (strncmp(word, "--", 2) != 0 || word[length] == '=')
        return false;
    for (int i = 0; i < count; i++)
        if (!rows[i].option.value && strcmp(rows[i].option.name, word + 2) == 0)
            return false;
    return true;
}

/* Options on which no case depends, and those that --only makes up for. */
static const char *const of_calls[] = {"each",   "format",     "output",  "force", "resume",
                                       "jobs",   "budget",     "summary", "quiet", "bundles",
                                       "strict", "visibility", NULL};
static const char *const of_choices[] = {"positions", "games", "time", "give-up", "only", NULL};

/* True if a word is one of these options. */
static bool is_among(const char *word, const char *const *options)
{
    size_t length = strcspn(word + 2, "=");
    for (int i = 0; options[i]; i++)
        if (strlen(options[i]) == length && strncmp(options[i], word + 2, length) == 0)
            return true;
    return false;
}

static void keep_word(struct text *out, const char *word)
{
    text_add(out, " ");
    shell_add_shown_word(out, word);
}

/* The options with which a single case can be run again, and those with which an agent can be
 * graded without a budget, each with a blank before it. */
static void keep_options(struct call *call)
{
    struct cli_row *rows = memory_new(CLI_ROWS_MAX * sizeof *rows);
    int count = table_rows(call->command, rows);
    for (int i = 1; i < call->argc && strcmp(call->words[i], "--") != 0; i++) {
        bool option = call->words[i][0] == '-' && call->words[i][1];
        bool next = option && takes_next(rows, count, call->words[i]);
        bool kept = strncmp(call->words[i], "--", 2) == 0 && !is_among(call->words[i], of_calls);
        for (int n = 0; kept && n <= next && i + n < call->argc; n++) {
            keep_word(&call->whole, call->words[i + n]);
            if (!is_among(call->words[i], of_choices))
                keep_word(&call->again, call->words[i + n]);
        }
        i += next;
    }
    text_add(&call->again, "%s", "");
    text_add(&call->whole, "%s", "");
    call->options.again = call->again.data;
    call->options.whole = call->whole.data;
    free(rows);
}

/* --- the grading --- */

/* A class that nobody asked to keep is kept until it is done, so that an interrupt loses nothing.
 */
static void keep_by_default(struct call *call)
{
    if (call->options.resume || call->writer.agents < 2)
        return;
    snprintf(call->state, sizeof call->state, "plywood-grade-XXXXXX.jsonl");
    int fd = mkostemps(call->state, (int)strlen(".jsonl"), O_CLOEXEC);
    if (fd < 0)
        return; /* a place where nothing can be kept */
    close(fd);
    call->passing_state = true;
    call->options.resume = call->state;
}

/* How many lines a file has. */
static long count_lines(const char *path)
{
    char bytes[1 << 14];
    long lines = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    for (ssize_t count; fd >= 0 && (count = read(fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < count; i++)
            lines += bytes[i] == '\n';
    if (fd >= 0)
        close(fd);
    return lines;
}

/* Tells what is saved, and the call that goes on with it. */
static void tell_how_to_go_on(const struct call *call)
{
    struct text line = {0};
    if (!call->options.resume) {
        fprintf(stderr, "nothing of it is kept; --resume FILE would keep every finished case\n");
        return;
    }
    text_add(&line, "plywood grade");
    for (int i = 1; i < call->argc; i++) {
        text_add(&line, " ");
        shell_add_shown_word(&line, call->words[i]);
    }
    if (call->passing_state)
        text_add(&line, " --resume %s", call->state);
    char *fit = foreign_copy(line.data);
    long saved = count_lines(call->options.resume);
    fprintf(stderr, "%ld case%s saved in %s; to go on: %s\n", saved, saved == 1 ? " is" : "s are",
            shown(call->options.resume), fit);
    free(fit);
    text_free(&line);
}

static void take_sheet(void *context, const struct grade_sheet *sheet)
{
    struct call *call = context;
    grade_display_pause(&call->display);
    writer_take(&call->writer, sheet);
    grade_display_done(&call->display, sheet);
}

static void take_part(void *context, const struct grade_sheet *sheet)
{
    struct call *call = context;
    writer_take_part(&call->writer, sheet);
}

static void take_progress(void *context, const struct grade_progress *progress)
{
    struct call *call = context;
    grade_display_tell(&call->display, progress);
}

/* Says how it ended and returns the exit status. */
static int end(struct call *call, bool good, const struct notes *notes)
{
    grade_display_pause(&call->display);
    if (call->writer.class.count > 0)
        writer_end(&call->writer);
    cli_remark(call->command, notes);
    fflush(stdout);
    int status = 0;
    if (interrupted) {
        status = EXIT_INTERRUPTED;
        fprintf(stderr, "plywood %s: interrupted; ", call->command->name);
        tell_how_to_go_on(call);
    } else if (!good) {
        status = call->writer.class.count > 0 ? EXIT_CANNOT
                                              : EXIT_WRONG; /* it did not even begin */
        fprintf(stderr, "plywood %s: %s\n", call->command->name, notes_why(notes));
    } else if (call->writer.voids > 0) {
        status = EXIT_CANNOT;
        fprintf(stderr,
                "plywood %s: %d case%s failed on our side and must be graded again (--resume does "
                "just these)\n",
                call->command->name, call->writer.voids, call->writer.voids == 1 ? "" : "s");
        if (call->passing_state)
            tell_how_to_go_on(call);
    } else if (call->passing_state && call->writer.cut > 0) {
        fprintf(stderr, "plywood %s: the time was up before %d case%s; ", call->command->name,
                call->writer.cut, call->writer.cut == 1 ? "" : "s");
        tell_how_to_go_on(call);
    }
    if (call->passing_state && status == 0 && call->writer.cut == 0)
        unlink(call->state);
    return status;
}

/* Something does not end; the porter ends it when we are gone. */
static void give_up(void *context)
{
    struct notes none = {0};
    int status = end(context, true, &none);
    scratch_dir_abandon();
    fflush(stdout); /* not of all files: another thread may hold one for ever */
    fflush(stderr);
    _exit(status);
}

static int grade(struct call *call, const struct agent_list *agents)
{
    struct grade_options *o = &call->options;
    struct syllabus *syllabus = make_syllabus(call, agents->count);
    struct notes notes = {0};
    if (o->plan.seconds > 0) { /* it differs from what was given */
        char calibrate[40];
        snprintf(calibrate, sizeof calibrate, " --calibrate %g", o->contender.calibrate);
        text_add(&call->again, "%s", calibrate);
        o->again = call->again.data;
    }
    o->syllabus = syllabus;
    o->stop = &interrupted;
    keep_by_default(call);
    writer_begin(&call->writer, syllabus, &o->plan, o->bundles);
    heed_interrupts();
    struct grade_listener listener = {.sheet = take_sheet,
                                      .partial = take_part,
                                      .progress = take_progress,
                                      .give_up = give_up,
                                      .context = call};
    bool good = grade_run(o, (const char *const *)agents->spec, agents->count, &listener, &notes);
    int status = end(call, good, &notes);
    writer_free(&call->writer);
    syllabus_free(syllabus);
    text_free(&call->again);
    text_free(&call->whole);
    return status;
}

/* --- the command --- */

/* Looks whether the options go together, and fills in what follows from them. */
static void take_options(struct call *c, const char *game, int arguments)
{
    const struct command *command = c->command;
    struct grade_options *o = &c->options;
    if (c->plan &&
        (arguments > 1 || c->each || c->force || o->resume || c->writer.output ||
         c->summary.count > 0 || strcmp(c->format, "table") != 0 || o->bundles != guest_bundles))
        cli_fail(command, "this only plans a grading: no AGENT, --each, --format, --output, "
                          "--summary, --force, --resume or --bundles here");
    if (!c->plan && arguments < 2)
        cli_fail(command, "an AGENT is missing; see plywood grade --help");
    c->cases.game = cli_game(command, game);
    cli_set_up(command, c->cases.game, &c->board, &c->cases.setup);
    load_cases(command, &c->case_files, &c->cases, &c->boards);
    guest_limits_complete(&c->limits);
    o->contender = c->limits.contender;
    o->contender.exact = !c->lenient;
    c->budget = c->budget_given ? cli_duration(command, "--budget", c->budget_given) : 0;
}

static int run(const struct command *command, int argc, char **argv)
{
    static struct call call; /* large */
    call = (struct call){.command = command,
                         .argc = argc,
                         .began = clock_seconds(CLOCK_OF_WALL),
                         .board = CLI_BOARD_USUAL,
                         .writer = {.command = command, .summary = &call.summary}};
    call.words = memory_new((size_t)argc * sizeof *call.words);
    memcpy(call.words, argv, (size_t)argc * sizeof *call.words); /* parsing moves them */
    int arguments = cli_parse(command, argc, argv, &call);
    keep_options(&call);
    take_options(&call, argv[0], arguments);
    if (call.plan)
        return print_plan(&call);
    struct agent_list agents = {0};
    for (int i = 1; i < arguments; i++)
        agents_add(command, &agents, argv[i], call.each);
    writer_set_up(&call.writer, call.format, &agents, call.force || call.options.resume);
    demand_files(command, call.options.jobs, 1, OTHER_FILES);
    if (call.limits.strict)
        demand_all_layers(command, &call.options.contender);
    grade_display_open(&call.display, call.quiet);
    int status = grade(&call, &agents);
    agents_free(&agents);
    free(call.words);
    return status;
}

static const struct cli_option option_table[] = {
    {.help = "Call"},
    {"each", NULL, "every AGENT is a directory full of submissions", CLI_FLAG(struct call, each)},
    {"plan", NULL, "print parts, points and cases, and run nothing", CLI_FLAG(struct call, plan)},
    {"budget", "TIME", "wall time of the whole call: 9m, 540s, 1h",
     CLI_STRING(struct call, budget_given)},
    {"jobs", "J", "cases run at once", CLI_INT(struct call, options.jobs, 1, JOBS_THREADS_MAX),
     .usual = "1"},
    {"give-up", "N", "faults in a row that end a part; 0: none do",
     CLI_INT(struct call, options.give_up, 0, 10000), .usual = "3"},
    {"resume", "FILE", "keep finished cases here, and go on from them",
     CLI_STRING(struct call, options.resume)},
    {"quiet", NULL, "tell no progress", CLI_FLAG(struct call, quiet)},
    {.help = "Results"},
    {"format", "table|json|gradescope|junit", "how the report is written",
     CLI_WORD(struct call, format), .usual = "table"},
    {"output", "FILE|DIR", "where the report goes (-o for short)",
     CLI_STRING(struct call, writer.output)},
    {"summary", "FILE.csv|FILE.html", "the class on one sheet; may be repeated",
     CLI_LIST(struct call, summary)},
    {"visibility", "WHO", "who sees the tests on Gradescope",
     CLI_STRING(struct call, writer.visibility), .usual = "visible"},
    CLI_FORCE(struct call, force),
    GUEST_BUNDLES(struct call, options.bundles),
    {.help = "Cases"},
    {"seed", "S", "seed of the boards", CLI_COUNT(struct call, cases.seed), .usual = "1"},
    {"time", "S", "seconds of a game, or of a move where the rules limit that",
     CLI_SECONDS(struct call, cases.time)},
    {"positions", "N", "how many single positions",
     CLI_INT(struct call, cases.positions, 1, 10000)},
    {"games", "N", "how many games in each part", CLI_INT(struct call, cases.games, 1, 10000)},
    {"cases", "FILE|DIR|PATTERN", "grade on these files instead; may be repeated",
     CLI_LIST(struct call, case_files)},
    {"only", "PART:NUMBER", "run this case alone; may be repeated", CLI_LIST(struct call, only)},
    CLI_BOARD(struct call, board),
    {.help = "Programs"},
    GUEST_LIMITS(struct call, limits, guest_building),
    GUEST_LIMITS(struct call, limits, guest_runaways),
    {"wall", "R", "a case may take R times its clock, and 10 s, on the wall clock",
     CLI_SECONDS(struct call, limits.contender.wall_ratio), .usual = "1.25"},
    GUEST_LIMITS(struct call, limits, guest_confinement),
    {"lenient", NULL, "read answers kindly, as 'plywood match' does",
     CLI_FLAG(struct call, lenient)},
    {0},
};

static const struct cli_place place_table[] = {
    CLI_THE_GAME,
    {"AGENT", "cmd:COMMAND, a submission, or a built-in agent", CLI_BY_COMMAND, AGENTS_MAX - 1},
    {0},
};

const struct command command_grade = {
    .name = "grade",
    .summary = "grade agents as the courses do, with points and reasons",
    .places = place_table,
    .options = option_table,
    .forms = "GAME --plan [OPTION]…",
    .examples = "grade {game} greedy --positions 2 --games 1 --time 1\n"
                "grade {game} class --each --budget 20m --summary grades.csv --force",
    .details =
        "A submission is a directory with a plywood.json or a program in it, a source\n"
        "(homework.c, .cpp, .java, .py, .sh), or a zip or tar of them. It is built in a\n"
        "private place (docs/agents.md). --build and --run tell how to build and run the ones\n"
        "that bring no plywood.json. What is tested, 100 points in all (docs/grading.md tells\n"
        "more):\n"
        "\n"
        "{grading}\n"
        "\n"
        "Boards follow from --seed, so a grade can be repeated. Single positions get a part\n"
        "of the time of a game. --positions and --games change how many there are; the points\n"
        "of a part stay the same. {names} are for the boards of games.\n"
        "\n"
        "--cases grades on given position files, all worth the same: a file, a directory, a\n"
        "quoted pattern. What a file asks for, a move or a game that the agent begins, and\n"
        "the time for it follow from the course's text and the file. --only takes\n"
        "PART:NUMBER@SECONDS, too, for another clock; the report names the --only of each\n"
        "case that was not passed.\n"
        "\n"
        "--budget is divided evenly among the agents. Clocks, then games, then positions are\n"
        "cut until they fit; the report says what was cut. The call ends in time whatever an\n"
        "agent does. Each part is then graded by the cases that were run. An agent that has\n"
        "used its time up by sleeping forfeits the others.\n"
        "\n"
        "--give-up: after so many faults of a kind in a row the rest of an agent's positions,\n"
        "or of its games, is forfeited; the rest of both if it has passed nothing.\n"
        "\n"
        "--resume does not run a finished case again: an interrupted call goes on where it\n"
        "was. Of several agents a state is kept without it, until all are done; an interrupt\n"
        "tells how to go on. Progress is told on stderr.\n"
        "\n"
        "--output is written anew after every case, so it is valid at any time. --format\n"
        "gradescope writes results.json, for several agents DIR/AGENT/results.json. WHO of\n"
        "--visibility is visible, hidden, after_due_date or after_published. --summary is for\n"
        "a spreadsheet or a page. Files that hold something are replaced only with --force or\n"
        "--resume.\n"
        "\n"
        "An agent that does not build or crashes gets its points and reasons. Of each kind of\n"
        "fault the first three of an agent leave a bundle.\n"
        "\n" GUEST_CONFINEMENT_DETAILS GUEST_RUNAWAYS_DETAILS
        "Answers are judged to the letter, as the texts want it: LF as line end, no stray\n"
        "byte; a last newline may be missing.\n"
        "\n"
        "The exit status is 0 whatever the grades are, 70 if something failed on our side,\n"
        "130 after an interrupt.\n",
    .run = run,
};
