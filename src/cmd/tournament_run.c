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

struct options {
    struct worker_options worker;
    struct slurm_options slurm;
    struct cli_list words;
    const char *where;
    bool json, quiet, by_slurm;
};

static int run_run(const struct command *command, int argc, char **argv)
{
    static struct options o = {.worker.stop = &interrupted};
    cli_parse(command, argc, argv, &o);
    heed_interrupts();
    enum display_mode mode = choose_mode(o.json, o.quiet);
    struct settings settings;
    struct run run = {.command = command, .where = argv[0]};
    struct notes notes = {0};
    if (o.by_slurm && is_file(argv[0]))
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
    o.worker.is_local = is_file(argv[0]);
    o.slurm.where = argv[0];
    o.slurm.jobs = o.worker.jobs;
    o.slurm.lease = o.worker.lease;
    o.slurm.words = o.words.word;
    o.slurm.word_count = o.words.count;
    int status = o.by_slurm ? follow_slurm(&run, &o.slurm, mode)
                            : play_here(&run, &settings, &o.worker, mode);
    display_free(run.display);
    store_close(run.store);
    return status;
}

static int run_worker(const struct command *command, int argc, char **argv)
{
    static struct options o = {.worker.stop = &interrupted};
    cli_parse(command, argc, argv, &o);
    if (!o.where)
        cli_fail(command, "expected --store with the tournament's file or postgresql://…");
    heed_interrupts();
    struct settings settings;
    struct run run = {.command = command, .where = o.where};
    run.store = tournament_open(command, o.where, STORE_WRITE, &settings);
    o.worker.is_local = is_file(o.where);
    run.display = display_new(run.store, settings.anonymous,
                              o.quiet ? DISPLAY_QUIET : DISPLAY_LINES);
    int status = play_here(&run, &settings, &o.worker, DISPLAY_QUIET);
    display_free(run.display);
    store_close(run.store);
    return status;
}

static const struct cli_option worker_rows[] = {
    {"jobs", "J", "games played at once", CLI_INT(struct options, worker.jobs, 1, JOBS_THREADS_MAX),
     .usual = "1"},
    {"lease", "S", "seconds after which the games of a dead worker are free",
     CLI_SECONDS(struct options, worker.lease), .standard = WORKER_LEASE},
    {"quiet", NULL, "show nothing", CLI_FLAG(struct options, quiet)},
    {0},
};

static const struct cli_option run_table[] = {
    {.type = CLI_IS_SET, .set = worker_rows},
    CLI_JSON(struct options, json),
    {.help = "On a cluster"},
    {"slurm", NULL, "play by workers that Slurm starts", CLI_FLAG(struct options, by_slurm)},
    {"workers", "N", "workers, each with --jobs", CLI_INT(struct options, slurm.workers, 1, 100000),
     .usual = "4"},
    {"partition", "P", "sbatch's --partition", CLI_STRING(struct options, slurm.partition)},
    {"time-limit", "T", "sbatch's --time", CLI_STRING(struct options, slurm.time_limit)},
    {"program", "FILE", "a plywood that the nodes can run; else this one",
     CLI_STRING(struct options, slurm.program)},
    {"sbatch", "WORD", "a further word for sbatch; may be repeated",
     CLI_LIST(struct options, words)},
    {0},
};

static const struct cli_place run_places[] = {TOURNAMENT_STORE, {0}};

const struct command tournament_run = {
    .name = "tournament run",
    .summary = "play it, or go on where it was",
    .places = run_places,
    .options = run_table,
    .examples = "tournament run cup.db\n"
                "tournament run cup.db --jobs 2 --json",
    .details =
        "It plays until nothing is left. An interrupt saves what has been played, and so does\n"
        "SIGTERM; the same command goes on from there, and after a crash too. On a terminal\n"
        "it shows games, rate, the first ten with intervals, and faults as they come.\n"
        "Elsewhere it prints a line now and then, with --json an object.\n"
        "\n"
        "Several may run at once with the same store, and 'plywood worker' on other machines.\n"
        "If one dies, its games are free again after --lease seconds.\n"
        "\n"
        "--slurm submits the workers as one job array, follows it, and submits again if\n"
        "workers die. The store must be postgresql://….\n"
        "\n"
        "Status 70 if games failed on our side or the store fails; 130 if interrupted.\n",
    .run = run_run,
};

static const struct cli_option worker_table[] = {
    {"store", "STORE", "the tournament: postgresql://…, or a file on this machine",
     CLI_STRING(struct options, where), .needed = true},
    {.type = CLI_IS_SET, .set = worker_rows},
    {0},
};

const struct command command_worker = {
    .name = "worker",
    .summary = "play games of a tournament that is run elsewhere",
    .options = worker_table,
    .examples = "worker --store cup.db\n"
                "worker --store cup.db --jobs 2 --quiet",
    .details =
        "It takes games of the tournament until none is left. It needs nothing but the store:\n"
        "programs come from there. SIGTERM or an interrupt ends it: games that have ended are\n"
        "saved, the others are given back. Status 70 if games failed on our side or the store\n"
        "fails; 130 if interrupted.\n",
    .run = run_worker,
};
