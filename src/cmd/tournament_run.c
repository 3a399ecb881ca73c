/* plywood tournament run; plywood worker - play what is to be played */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/jobs.h"
#include "cmd/commands.h"
#include "cmd/demands.h"
#include "cmd/slurm.h"
#include "cmd/tournament.h"
#include "cmd/tournament_display.h"
#include "tournament/worker.h"

enum { OTHER_FILES = 24 }; /* the store's, and its connections */

struct run {
    const struct command *command;
    const char *where;
    struct store *store;
    struct display *display;
    char why[NOTE_BYTES]; /* the last reason of a failure on our side */
};

static void take_game(void *context, const struct store_game *game)
{
    const struct run *run = context;
    display_game(run->display, game);
}

static void tick(void *context)
{
    const struct run *run = context;
    display_tick(run->display);
}

static void tell_interrupted(const struct run *run)
{
    struct store_progress p;
    struct notes notes = {0};
    display_end(run->display);
    if (!store_progress(run->store, &p, &notes))
        return;
    char *word = tournament_word(run->where);
    fprintf(stderr,
            "interrupted: %lld games are saved; plywood tournament run %s goes on from there\n",
            (long long)p.games, word);
    free(word);
}

static void give_up(void *context)
{
    tell_interrupted(context);
    fflush(NULL);
    _exit(EXIT_INTERRUPTED);
}

static int count_programs(const struct command *command, struct store *store)
{
    struct store_agent *agents;
    int count, programs = 0;
    struct notes notes = {0};
    if (!store_agents(store, &agents, &count, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    for (int i = 0; i < count; i++)
        programs += agents[i].is_program && agents[i].state == AGENT_ENTERED;
    store_free_agents(agents, count);
    return programs;
}

/* The exit status. */
static int tell_voids(const struct run *run, int64_t voids)
{
    fflush(stdout);
    if (voids > 0)
        fprintf(stderr,
                "plywood %s: %" PRId64
                " game%s void, by a failure on our side%s%s; 'tournament run' "
                "plays them again\n",
                run->command->name, voids, voids == 1 ? " is" : "s are", run->why[0] ? ": " : "",
                shown(run->why));
    return voids > 0 ? EXIT_CANNOT : 0;
}

static int print_end(const struct run *run, enum display_mode mode, bool finished)
{
    struct standings s;
    struct store_progress progress;
    struct notes notes = {0};
    if (!store_progress(run->store, &progress, &notes))
        cli_cannot(run->command, "%s", notes_why(&notes));
    if (mode == DISPLAY_QUIET)
        return tell_voids(run, progress.voids);
    if (!standings_make(run->store, &(struct standings_options){.quick = !finished}, &s, &notes))
        cli_cannot(run->command, "%s", notes_why(&notes));
    struct text out = {0};
    if (mode == DISPLAY_JSON)
        display_json(run->store, &s, &out, &notes);
    else
        display_print(run->store, &s, 0, &out, &notes);
    printf("%s%s", out.data, mode == DISPLAY_JSON ? "\n" : "");
    text_free(&out);
    standings_free(&s);
    return tell_voids(run, progress.voids);
}

/* Plays here until nothing is left. */
static int play_here(struct run *run, const struct settings *settings,
                     const struct worker_options *options, enum display_mode mode)
{
    struct worker_listener listener = {
        .game = take_game, .idle = tick, .give_up = give_up, .context = run};
    struct worker_summary summary;
    struct notes notes = {0};
    int programs = count_programs(run->command, run->store);
    demand_files(run->command, options->jobs, programs > 2 ? 2 : programs, OTHER_FILES);
    bool good = worker_run(run->store, settings, options, &listener, &summary, &notes);
    display_end(run->display);
    if (!good)
        cli_cannot(run->command, "%s; what was saved before is there", notes_why(&notes));
    /* the reason may tell whose program it is */
    snprintf(run->why, sizeof run->why, "%s", settings->anonymous ? "" : summary.why);
    if (summary.refused > 0)
        fprintf(stderr, "plywood %s: %" PRId64 " task%s left to other hosts: %s\n",
                run->command->name, summary.refused, summary.refused == 1 ? " was" : "s were",
                run->why[0] ? shown(run->why) : "an agent cannot be prepared here");
    if (!summary.finished) {
        tell_interrupted(run);
        return EXIT_INTERRUPTED;
    }
    return print_end(run, mode, true);
}

static int follow_slurm(struct run *run, const struct slurm_options *slurm, enum display_mode mode)
{
    struct notes notes = {0};
    enum slurm_end end = slurm_run(run->store, slurm, tick, run, &interrupted, &notes);
    display_end(run->display);
    if (end == SLURM_FAILED)
        cli_cannot(run->command, "%s; what was saved before is there", notes_why(&notes));
    if (end == SLURM_LEFT) {
        tell_interrupted(run);
        fprintf(stderr, "the workers go on; scancel ends them\n");
        return EXIT_INTERRUPTED;
    }
    return print_end(run, mode, true);
}

/* A file is on this machine: the store refuses network file systems. */
static bool is_file(const char *where)
{
    return !strstr(where, "://");
}

static enum display_mode choose_mode(bool json, bool quiet)
{
    return json                    ? DISPLAY_JSON
           : quiet                 ? DISPLAY_QUIET
           : isatty(STDERR_FILENO) ? DISPLAY_LIVE
                                   : DISPLAY_LINES;
}

static int run_run(const struct command *command, int argc, char **argv)
{
    struct worker_options options = {.jobs = 1, .stop = &interrupted};
    struct slurm_options slurm = {.workers = 4};
    static struct cli_words words;
    bool json = false, quiet = false, by_slurm = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"jobs", CLI_INT, &options.jobs, 1, JOBS_THREADS_MAX},
                                    {"lease", CLI_SECONDS, &options.lease, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"quiet", CLI_FLAG, &quiet, 0, 0},
                                    {"slurm", CLI_FLAG, &by_slurm, 0, 0},
                                    {"workers", CLI_INT, &slurm.workers, 1, 100000},
                                    {"partition", CLI_STRING, &slurm.partition, 0, 0},
                                    {"time-limit", CLI_STRING, &slurm.time_limit, 0, 0},
                                    {"program", CLI_STRING, &slurm.program, 0, 0},
                                    {"sbatch", CLI_WORDS, &words, 0, 0},
                                    {0}},
              1, 1);
    heed_interrupts();
    enum display_mode mode = choose_mode(json, quiet);
    struct settings settings;
    struct run run = {.command = command, .where = argv[0]};
    struct notes notes = {0};
    if (by_slurm && is_file(argv[0]))
        cli_fail(command,
                 "--slurm needs a store that all nodes reach, postgresql://…; %s is a file",
                 argv[0]);
    run.store = tournament_open(command, argv[0], STORE_WRITE, &settings);
    /* whoever came in since it was finished is to play, and void games are played again, unless a
     * later round was drawn from them */
    struct store_progress progress;
    bool in_order = settings.format == FORMAT_SWISS || settings.format == FORMAT_KNOCK_OUT;
    if (!store_progress(run.store, &progress, &notes) ||
        (progress.voids > 0 &&
         !store_retry_voids(run.store, in_order ? progress.rounds : 1, &notes)) ||
        (progress.finished && !store_set_finished(run.store, false, &notes)))
        cli_cannot(command, "%s", notes_why(&notes));
    run.display = display_new(run.store, settings.anonymous, mode);
    options.is_local = is_file(argv[0]);
    slurm.where = argv[0];
    slurm.jobs = options.jobs;
    slurm.lease = options.lease;
    slurm.words = words.word;
    slurm.word_count = words.count;
    int status = by_slurm ? follow_slurm(&run, &slurm, mode)
                          : play_here(&run, &settings, &options, mode);
    display_free(run.display);
    store_close(run.store);
    return status;
}

static int run_worker(const struct command *command, int argc, char **argv)
{
    struct worker_options options = {.jobs = 1, .stop = &interrupted};
    const char *where = NULL;
    bool quiet = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"store", CLI_STRING, &where, 0, 0},
                                    {"jobs", CLI_INT, &options.jobs, 1, JOBS_THREADS_MAX},
                                    {"lease", CLI_SECONDS, &options.lease, 0, 0},
                                    {"quiet", CLI_FLAG, &quiet, 0, 0},
                                    {0}},
              0, 0);
    if (!where)
        cli_fail(command, "expected --store with the tournament's file or postgresql://…");
    heed_interrupts();
    struct settings settings;
    struct run run = {.command = command, .where = where};
    run.store = tournament_open(command, where, STORE_WRITE, &settings);
    options.is_local = is_file(where);
    run.display = display_new(run.store, settings.anonymous, quiet ? DISPLAY_QUIET : DISPLAY_LINES);
    int status = play_here(&run, &settings, &options, DISPLAY_QUIET);
    display_free(run.display);
    store_close(run.store);
    return status;
}

const struct command tournament_run = {
    "tournament run", "play it, or go on where it was",
    "usage: plywood tournament run STORE [--jobs J] [--lease S] [--quiet] [--json]\n"
    "                     [--slurm [--workers N] [--partition P] [--time-limit T]\n"
    "                     [--program FILE] [--sbatch WORD]…]\n\n"
    "Plays until nothing is left, --jobs games at a time. An interrupt saves what has been "
    "played,\n"
    "and so does SIGTERM; the same command goes on from there, and after a crash too. On a\n"
    "terminal it shows games, rate, the first ten with intervals, and faults as they come;\n"
    "elsewhere a line now and then, with --json an object. Several may run at once with the same\n"
    "store, and 'plywood worker' on other machines. If one dies, its games are free again after\n"
    "--lease seconds (20).\n\n"
    "--slurm submits --workers (4), each with --jobs, as one job array, follows it, and submits\n"
    "again if workers die. The store must be postgresql://…, and --program (this one) a plywood\n"
    "that the nodes can run. --partition and --time-limit are sbatch's, --sbatch gives it any\n"
    "further word. Status 70 if games failed on our side or the store fails; 130 if interrupted.\n",
    run_run};

const struct command command_worker = {
    "worker", "play games of a tournament that is run elsewhere",
    "usage: plywood worker --store STORE [--jobs J] [--lease S] [--quiet]\n\n"
    "Takes games of the tournament in STORE, --jobs at a time, until none is left. It needs\n"
    "nothing but the STORE, postgresql://… or a file on this machine: programs come from there.\n"
    "SIGTERM or an interrupt ends it: games that have ended are saved, the others are given "
    "back.\n"
    "Status 70 if games failed on our side or the store fails; 130 if interrupted.\n",
    run_worker};
