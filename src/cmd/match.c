/* plywood match - two contenders play a match under the referee */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/foreign.h"
#include "base/jobs.h"
#include "base/json.h"
#include "base/random.h"
#include "cmd/commands.h"
#include "cmd/demands.h"
#include "cmd/interrupt.h"
#include "referee/guest/program.h"
#include "referee/match/match.h"
#include "referee/match/match_json.h"
#include "referee/match/resume.h"
#include "serve/server.h"

enum { BUNDLES_LISTED = 20 };
enum { OTHER_FILES = 8, SERVED_FILES = SERVE_LINKS_HELD + 16 }; /* record, bundles; visitors */

struct screen {
    const struct match_options *options;
    bool json, quiet;
    bool live;            /* a terminal: the last line is rewritten while games run */
    pthread_mutex_t lock; /* games run at once; of what follows, and of the terminal */
    double last;
    struct match_summary so_far;
    struct text bundles; /* a line each, for the end */
    int bundle_count;
};

static void clear_live_line(const struct screen *screen)
{
    if (screen->live)
        fprintf(stderr, "\r\x1b[K");
}

static const char *elo_text(double elo, char out[16])
{
    if (isfinite(elo))
        snprintf(out, 16, "%+.0f", round(elo) + 0.0); /* no -0 */
    else
        snprintf(out, 16, "%s", elo > 0 ? "+∞" : "-∞");
    return out;
}

static const char *points_text(int half_points, char out[16])
{
    snprintf(out, 16, "%d%s", half_points / 2, half_points % 2 ? ".5" : "");
    return out;
}

static void print_live_line(struct screen *screen, const struct match_game *g)
{
    double now = clock_seconds(CLOCK_OF_WALL);
    if (now - screen->last < 0.1)
        return;
    screen->last = now;
    const struct match_summary *s = &screen->so_far;
    char a[16], b[16], elo[16], line[200];
    struct estimate e = tally_estimate(&s->tally);
    int length = snprintf(line, sizeof line, "%s : %s", points_text(match_points(s, 0), a),
                          points_text(match_points(s, 1), b));
    if (e.pair_count > 0)
        length += snprintf(line + length, sizeof line - (size_t)length, "  Elo %s",
                           elo_text(e.elo, elo));
    length += snprintf(line + length, sizeof line - (size_t)length,
                       "  game %d of %d, ply %d, %d : %d", g->number, screen->options->games,
                       g->plies, g->score[0], g->score[1]);
    if (screen->options->time > 0)
        snprintf(line + length, sizeof line - (size_t)length, "  left a %.1f s, b %.1f s",
                 g->left[0], g->left[1]);
    struct winsize window;
    int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1
                    ? window.ws_col - 1
                    : 79;
    fprintf(stderr, "\r\x1b[K%.*s", width, line);
    fflush(stderr);
}

static void show_live_line(void *context, const struct match_game *g, const struct session *session,
                           const struct answer *answer)
{
    (void)session, (void)answer;
    struct screen *screen = context;
    pthread_mutex_lock(&screen->lock);
    print_live_line(screen, g);
    pthread_mutex_unlock(&screen->lock);
}

static void print_game(const struct match_game *g, const struct match_options *o)
{
    int digits = snprintf(NULL, 0, "%d", o->games);
    printf("%*d  %s first  ", digits, g->number, g->first == 0 ? "a" : "b");
    if (verdict_kind(g->verdict) == VERDICT_IS_VOID)
        printf("void     ");
    else if (g->winner < 0)
        printf("draw     ");
    else
        printf("%s wins   ", g->winner == 0 ? "a" : "b");
    printf("%5d : %-5d %4d plies  cpu %.2f : %.2f s  ", g->score[0], g->score[1], g->plies,
           g->cpu[0], g->cpu[1]);
    if (g->fault >= 0)
        printf("%s: ", g->fault == 0 ? "a" : "b");
    printf("%s", verdict_name(g->verdict));
    if (g->attempts > 1)
        printf(", attempt %d", g->attempts);
    printf("%s%s\n", g->detail[0] ? ": " : "", g->detail);
    if (g->complaint[0])
        printf("%*s  %s said: %s\n", digits, "", g->fault == 0 ? "a" : "b", g->complaint);
}

static void show_game(struct screen *screen, const struct match_game *g)
{
    if (g->resumed)
        return; /* it was told when it was played */
    if (g->bundle[0] && screen->bundle_count++ < BUNDLES_LISTED)
        text_add(&screen->bundles, "  %s\n", shown(g->bundle));
    if (screen->json) {
        struct text out = {0};
        json_open(&out, NULL, '{');
        json_match_game(&out, screen->options, g);
        json_close(&out, '}');
        printf("%s\n", out.data);
        text_free(&out);
    } else if (!screen->quiet) {
        clear_live_line(screen);
        print_game(g, screen->options);
    }
    fflush(stdout);
}

static void take_game(void *context, const struct match_game *g, const struct match_summary *s)
{
    struct screen *screen = context;
    pthread_mutex_lock(&screen->lock);
    screen->so_far = *s;
    show_game(screen, g);
    pthread_mutex_unlock(&screen->lock);
}

/* What came of the calibrate commands; failures are told on stderr whatever is printed. */
static void calibrate(const struct command *command, const struct match_options *o, bool heading)
{
    for (int who = 0; who < 2; who++) {
        char words[CALIBRATED_WORDS];
        bool failed;
        contender_calibrate(o->contender[who]);
        contender_calibration(o->contender[who], words, &failed);
        if (failed)
            fprintf(stderr, "plywood %s: %s: its calibrate command: %s\n", command->name,
                    who == 0 ? "a" : "b", words);
        else if (words[0] && heading)
            printf("%s  its calibrate command %s\n", who == 0 ? "a" : "b", words);
    }
    fflush(stdout);
}

/* Missing layers of confinement are reported loudly, before the match and after it. */
static void print_missing(const struct match_options *o)
{
    for (int who = 0; who < 2; who++)
        if (contender_missing(o->contender[who])[0])
            printf("WARNING: %s IS NOT FULLY CONFINED OR METERED, MISSING: %s\n",
                   who == 0 ? "a" : "b", contender_missing(o->contender[who]));
}

static void print_heading(const struct match_options *o)
{
    printf("%s", o->game->title);
    if (o->setup.variant)
        printf(" (%s)", o->setup.variant);
    printf(", %s%d game%s",
           o->best_of ? "best of "
           : o->sprt  ? "up to "
                      : "",
           o->games, o->games == 1 ? "" : "s");
    if (o->time > 0)
        printf(", %g s of CPU a side and game", o->time);
    if (o->cap > 0)
        printf(", %g s a move", o->cap);
    if (o->time < 0)
        printf(", no clock");
    printf(", seed %llu\n", (unsigned long long)o->seed);
    for (int who = 0; who < 2; who++)
        printf("%s  %s\n", who == 0 ? "a" : "b", shown(contender_name(o->contender[who])));
    print_missing(o);
    fflush(stdout);
}

static void print_row(const char *label, int won, int drawn, int lost)
{
    int games = won + drawn + lost;
    printf("%-16s %6d %6d %6d %6d", label, games, won, drawn, lost);
    if (games > 0)
        printf("   %5.1f %%", 100 * (won + 0.5 * drawn) / games);
    printf("\n");
}

static void print_faults(const struct match_summary *s)
{
    for (int who = 0; who < 2; who++) {
        printf("Faults of %s      ", who == 0 ? "a" : "b");
        const char *before = "";
        for (int v = 0; v < VERDICT_COUNT; v++)
            if (s->faults[who][v] > 0) {
                printf("%s%s %d", before, verdict_name((enum verdict)v), s->faults[who][v]);
                before = ", ";
            }
        printf("%s\n", *before ? "" : "none");
    }
}

static void print_estimate(const struct match_options *o, const struct match_summary *s)
{
    struct estimate e = tally_estimate(&s->tally);
    char elo[16], low[16], high[16];
    if (e.pair_count > 0)
        printf("Elo of a over b  %s, 95 %% interval %s to %s; LOS %.1f %%\n", elo_text(e.elo, elo),
               elo_text(e.low, low), elo_text(e.high, high), 100 * e.los);
    printf("Pairs            %ld: a has 0 points in %ld, ½ in %ld, 1 in %ld, 1½ in %ld, 2 in %ld\n",
           e.pair_count, s->tally.pairs[0], s->tally.pairs[1], s->tally.pairs[2], s->tally.pairs[3],
           s->tally.pairs[4]);
    if (o->sprt)
        printf("Sequential test  LLR %.2f [%.2f, %.2f]: %s\n", s->llr, s->lower, s->upper,
               s->decision > 0   ? "elo1 accepted"
               : s->decision < 0 ? "elo0 accepted"
                                 : "not decided");
}

/* A record that nobody asked to keep, for the watchers of a served match; "" if there is none. */
static char passing_record[4096];

static void print_summary(const struct screen *screen, const struct match_summary *s)
{
    const struct match_options *o = screen->options;
    if (s->stopped)
        printf("Interrupted: what follows is the match so far.%s\n",
               o->record && o->record != passing_record ? " The same call goes on with its record."
                                                        : "");
    printf("\n                  games    won  drawn   lost    score\n");
    print_row("a", s->wins[0][0] + s->wins[1][0], s->draws[0] + s->draws[1],
              s->wins[0][1] + s->wins[1][1]);
    print_row("a moving first", s->wins[0][0], s->draws[0], s->wins[0][1]);
    print_row("a moving second", s->wins[1][0], s->draws[1], s->wins[1][1]);
    print_estimate(o, s);
    if (screen->quiet)
        printf("Seed             %llu\n", (unsigned long long)o->seed);
    printf("CPU used         a %.2f s, b %.2f s\n", s->cpu[0], s->cpu[1]);
    print_faults(s);
    if (screen->bundle_count > 0) {
        printf("Repro bundles\n%s", screen->bundles.data);
        if (screen->bundle_count > BUNDLES_LISTED)
            printf("  and %d more in %s\n", screen->bundle_count - BUNDLES_LISTED,
                   shown(o->bundles));
    }
    if (s->voids > 0)
        printf("VOID             %d game%s failed on our side and count%s for nobody\n", s->voids,
               s->voids == 1 ? "" : "s", s->voids == 1 ? "s" : "");
    for (int who = 0; who < 2; who++)
        if (contender_is_program(o->contender[who]))
            printf("Layers around %s  %s\n", who == 0 ? "a" : "b",
                   contender_rung(o->contender[who]));
    print_missing(o);
}

static void print_json_summary(const struct match_options *o, const struct match_summary *s)
{
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_match_summary(&out, o, s);
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

/* A record that is there already is of this match, cut off, and is continued; or --force gives it
 * up. Its seed is ours unless another was given. */
static struct resume *read_record(const struct command *command, struct match_options *o,
                                  uint64_t drawn, bool force)
{
    if (!o->record || force || !resume_is_needed(o->record))
        return NULL;
    struct notes notes = {0};
    struct resume *resume = resume_read(o->record, &notes);
    if (!resume)
        cli_fail(command, "--record: %s %s; --force replaces it", o->record, notes_why(&notes));
    if (o->seed == drawn)
        o->seed = resume->seed;
    return resume;
}

static void go_on(const struct command *command, struct match_options *o,
                  const struct resume *resume)
{
    struct notes notes = {0};
    if (!resume)
        return;
    if (!resume_fits(resume, o, &notes))
        cli_fail(command, "--record: %s %s; --force replaces it", o->record, notes_why(&notes));
    fprintf(stderr, "plywood %s: %s: going on; %d game%s there\n", command->name, shown(o->record),
            resume->count, resume->count == 1 ? " is" : "s are");
    o->resume = resume;
}

/* The values of options that need more than cli_parse() does. */
struct words {
    const char *time, *sprt, *first, *sandbox;
    int memory, disk; /* MiB */
};

static int one_of(const struct command *command, const char *option, const char *text,
                  const char *zero, const char *one)
{
    if (strcmp(text, zero) != 0 && strcmp(text, one) != 0)
        cli_fail(command, "--%s: expected %s or %s, found \"%s\"", option, zero, one, text);
    return strcmp(text, one) == 0;
}

static void read_words(const struct command *command, const struct words *words,
                       struct match_options *o, struct contender_options *c)
{
    struct line time = line_from(words->time ? words->time : "");
    if (words->time && strcmp(words->time, "none") == 0)
        o->time = -1;
    else if (words->time && (!line_number(time, &o->time) || o->time <= 0))
        cli_fail(command, "--time: expected seconds above 0 or none, found \"%s\"", words->time);
    o->sprt = words->sprt != NULL;
    if (words->sprt)
        cli_sprt(command, words->sprt, &o->elo0, &o->elo1);
    if (words->first)
        o->first = one_of(command, "first", words->first, "a", "b");
    if (words->sandbox && one_of(command, "sandbox", words->sandbox, "on", "off"))
        c->sandbox = SANDBOX_OFF;
    c->memory = (size_t)words->memory << 20;
    c->disk = (size_t)words->disk << 20;
}

static void check_setup(const struct command *command, const struct match_options *o)
{
    problem_free(cli_create(command, o->game, &o->setup));
}

static void load_boards(const struct command *command, struct match_options *o,
                        const struct cli_words *positions, struct boards *boards)
{
    if (positions->count == 0)
        return;
    cli_refuse_setup(command, o->game, &o->setup, "position");
    struct notes notes = {0};
    for (int i = 0; i < positions->count; i++)
        if (!boards_add(boards, positions->word[i], o->game, o->setup.variant, &notes))
            cli_fail(command, "--position: %s", notes_why(&notes));
    o->boards = boards;
}

static void make_contenders(const struct command *command, struct match_options *o,
                            const struct contender_options *c, char **specs)
{
    bool lacking = false;
    struct contender_options options = *c;
    options.lacking = &lacking;
    for (int who = 0; who < 2; who++) {
        struct notes notes = {0};
        o->contender[who] = contender_new(specs[who], o->game, &options, &notes);
        if (!o->contender[who])
            fail_for_program(command, specs[who], &options, who == 0 ? "a: " : "b: ", &notes);
        cli_remark(command, &notes);
    }
    bool built_in = !contender_is_program(o->contender[0]) &&
                    !contender_is_program(o->contender[1]);
    if (o->time == 0 && built_in && (c->nodes > 0 || c->depth > 0))
        o->time = -1; /* their work is limited anyway, and such a match can be repeated */
}

static void print_end(const struct screen *screen, const struct match_summary *s)
{
    clear_live_line(screen);
    if (screen->json)
        print_json_summary(screen->options, s);
    else
        print_summary(screen, s);
}

static void remove_passing_record(void)
{
    if (passing_record[0])
        unlink(passing_record);
}

static void give_up(void *context, const struct match_summary *s)
{
    struct screen *screen = context;
    pthread_mutex_lock(&screen->lock); /* for good: nothing is printed after the end */
    print_end(screen, s);
    fflush(stdout);
    remove_passing_record();
    _exit(EXIT_INTERRUPTED);
}

static void make_passing_record(const struct command *command, struct match_options *o)
{
    const char *parent = getenv("TMPDIR");
    char path[sizeof passing_record];
    snprintf(path, sizeof path, "%.4000s/plywood-match-XXXXXX",
             parent && *parent ? parent : "/tmp");
    int file = mkstemp(path);
    if (file < 0)
        cli_cannot(command, "--serve: no temporary record can be made: %s", strerror(errno));
    close(file);
    memcpy(passing_record, path, sizeof path);
    atexit(remove_passing_record); /* however we end, but by a signal */
    o->record = passing_record;
}

static struct server *start_server(const struct command *command, const struct match_options *o,
                                   struct serve_options *options)
{
    *options = (struct serve_options){.record = {o->record}, .record_count = 1};
    struct notes notes = {0};
    struct server *server = serve_start(options, &notes);
    if (!server)
        cli_fail(command, "--serve: %s", notes_why(&notes));
    fprintf(stderr, "watch it at %swatch\n", serve_address(server));
    return server;
}

/* The match is over, but somebody may still be looking. */
static void serve_on(struct server *server)
{
    if (!interrupted) {
        fprintf(stderr, "the match is over and still to be seen at %swatch (Ctrl-C ends it)\n",
                serve_address(server));
        while (!interrupted)
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    serve_stop(server);
}

static int play(const struct command *command, const struct match_options *o, bool json, bool quiet)
{
    struct screen screen = {.options = o,
                            .json = json,
                            .quiet = quiet,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .live = !quiet && isatty(STDERR_FILENO) &&
                                    (json || isatty(STDOUT_FILENO))};
    if (!json && !quiet)
        print_heading(o);
    calibrate(command, o, !json && !quiet); /* nothing is lost if that is interrupted */
    heed_interrupts();
    const struct match_observer live = {.move = show_live_line, .context = &screen};
    const struct match_delivery delivery = {
        .game = take_game, .give_up = give_up, .context = &screen};
    struct match_summary summary;
    struct notes notes = {0};
    bool good = match_run(o, screen.live ? &live : NULL, &delivery, &summary, &notes);
    if (good || summary.games + summary.voids > 0)
        print_end(&screen, &summary);
    text_free(&screen.bundles);
    if (!good) {
        fflush(stdout);
        fprintf(stderr, "plywood %s: %s\n", command->name, notes_why(&notes));
    }
    return summary.stopped ? EXIT_INTERRUPTED : !good || summary.voids > 0 ? EXIT_CANNOT : 0;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct option_values given = {0};
    struct talk_values talk = {{0}};
    uint64_t drawn = random_draw();
    struct match_options o = {.setup = SETUP_DEFAULT,
                              .opening_plies = -1,
                              .ply_limit = -1,
                              .first = -1,
                              .seed = drawn,
                              .jobs = 1,
                              .bundles = "plywood-faults",
                              .stop = &interrupted};
    struct contender_options c = {.grace = 10};
    struct words words = {0};
    static struct cli_words positions;
    static struct boards boards;
    bool json = false, quiet = false, serve = false, strict = false, force = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"games", CLI_INT, &o.games, 1, 10000000},
                                    {"sprt", CLI_STRING, &words.sprt, 0, 0},
                                    {"time", CLI_STRING, &words.time, 0, 0},
                                    {"move-time", CLI_SECONDS, &o.cap, 0, 0},
                                    {"nodes", CLI_SEED, &c.nodes, 0, 0},
                                    {"depth", CLI_INT, &c.depth, 1, 99},
                                    {"size", CLI_INT, &o.setup.size, 1, BOARD_MAX},
                                    {NULL, CLI_SETUP, &given, 0, 0},
                                    {NULL, CLI_TALK, &talk, 0, 0},
                                    {"rules", CLI_STRING, &o.setup.variant, 0, 0},
                                    {"plies", CLI_INT, &o.ply_limit, 0, 100000},
                                    {"openings", CLI_INT, &o.opening_plies, 0, 1000},
                                    {"position", CLI_WORDS, &positions, 0, 0},
                                    {"first", CLI_STRING, &words.first, 0, 0},
                                    {"seed", CLI_SEED, &o.seed, 0, 0},
                                    {"jobs", CLI_INT, &o.jobs, 1, JOBS_THREADS_MAX},
                                    {"grace", CLI_SECONDS, &c.grace, 0, 0},
                                    {"wall", CLI_SECONDS, &c.wall_ratio, 0, 0},
                                    {"calibrate", CLI_SECONDS, &c.calibrate, 0, 0},
                                    {"memory", CLI_INT, &words.memory, 1, 1 << 20},
                                    {"disk", CLI_INT, &words.disk, 1, 1 << 20},
                                    {"processes", CLI_INT, &c.processes, 1, 100000},
                                    {"sandbox", CLI_STRING, &words.sandbox, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {"exact", CLI_FLAG, &c.exact, 0, 0},
                                    {"record", CLI_STRING, &o.record, 0, 0},
                                    {"force", CLI_FLAG, &force, 0, 0},
                                    {"bundles", CLI_STRING, &o.bundles, 0, 0},
                                    {"serve", CLI_FLAG, &serve, 0, 0},
                                    {"quiet", CLI_FLAG, &quiet, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {0}},
              3, 3);
    o.game = cli_game(command, argv[0]);
    cli_set_up(command, o.game, &given, &o.setup);
    c.dialect = cli_dialect(command, o.game, &talk);
    read_words(command, &words, &o, &c);
    check_setup(command, &o);
    load_boards(command, &o, &positions, &boards);
    struct resume *resume = read_record(command, &o, drawn, force);
    if (strict)
        demand_all_layers(command, &c);
    demand_files(command, o.jobs, program_is_meant(argv[1]) + program_is_meant(argv[2]),
                 OTHER_FILES + (serve ? SERVED_FILES : 0));
    make_contenders(command, &o, &c, argv + 1);
    match_complete(&o);
    go_on(command, &o, resume);
    if (serve && !o.record)
        make_passing_record(command, &o);
    struct serve_options served;
    struct server *server = serve ? start_server(command, &o, &served) : NULL;
    int status = play(command, &o, json, quiet);
    if (server)
        serve_on(server);
    for (int who = 0; who < 2; who++)
        contender_free(o.contender[who]);
    boards_free(&boards);
    resume_free(resume);
    return status;
}

const struct command command_match = {
    "match", "let two contenders play a match under the referee",
    "usage: plywood match GAME A B [--games N | --sprt ELO0,ELO1] [--time S|none] [--move-time S]\n"
    "                     [--size N] {options} [--rules R] [--plies N]\n"
    "                     [--openings PLIES] [--position FILE|DIR|PATTERN]… [--first a|b] [--seed "
    "S] [--jobs J] [--nodes N]\n"
    "                     [--depth D] [--grace S] [--wall R] [--calibrate S] [--memory MIB]\n"
    "                     [--disk MIB] [--processes N] [--sandbox on|off] [--strict] [--exact]\n"
    "                     [--record FILE] [--force] [--bundles DIR] [--serve] [--quiet] "
    "[--json]\n                     {talk}\n\n"
    "A and B are agents as 'plywood games' lists them, cmd:COMMAND, or directories with a\n"
    "plywood.json or an agent in them. What the options leave open is as the courses' texts "
    "say:\n\n"
    "{matches}\n"
    "\n"
    "Without --seed one is drawn, and printed: with it the match can be repeated.\n"
    "Who begins is drawn (or --first) and then alternates. Games 1 and 2, 3 and 4 … are pairs:\n"
    "the same start, seats swapped. Where boards do not differ by themselves, pairs after the\n"
    "first begin with four random moves; --openings gives every pair this many. With --games all\n"
    "games are played, however clear the result. --sprt plays until the test of ELO0 against ELO1\n"
    "(error rates 5 %) is decided. Elo, its interval and the likelihood that a is the better one\n"
    "(LOS) come from the pairs; an odd last game counts in the score alone.\n\n"
    "--position begins games on given boards, the position files that a course's agents get: a "
    "file,\n"
    "a directory, a quoted pattern; several times if there are more. Pairs go through them in "
    "turn.\n"
    "Who begins has the side to move there.\n\n"
    "--nodes and --depth limit the moves of built-in agents; between two of them there is then no\n"
    "clock unless --time says so, and the games depend on --seed alone, not on --jobs or the\n"
    "machine. With --time none a program gets a whole game's time for every move.\n"
    "--jobs plays several games at once; with a wall clock let there be a core for each.\n"
    "--strict refuses to begin where a layer of confinement or exact metering is missing.\n"
    "--exact judges answers to the letter, as 'plywood grade' does: LF as line end, no stray "
    "byte.\n"
    "--wall (2): a program may let R times its clock, and 10 s, pass on the wall clock in a game.\n"
    "--calibrate (300): CPU seconds that a program's calibrate command may take, which is run "
    "once\n"
    "before the match; its calibration.txt is there in every game.\n"
    "--grace (10): CPU seconds past its time after which a runaway is killed. --memory (1024) and\n"
    "--disk (64) are what a program may have of memory and in its directory. Faults leave a\n"
    "bundle in --bundles (plywood-faults) with everything to run that move again.\n"
    "--record keeps the games for 'plywood replay'. Of a match that was cut off, the same call "
    "goes\n"
    "on where its record ends; any other file is replaced only with --force. --serve lets them be "
    "watched in a browser, "
    "and\n"
    "goes on after the match until it is interrupted. --json prints an object a game and one with\n"
    "\"summary\":true. An interrupt ends the match within seconds, with its results so far and\n"
    "exit status 130; status 70 if a game failed on our side or the record cannot be\n"
    "written.\n\n{manners}",
    run};
