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
#include "cmd/guest_limits.h"
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

static void check_setup(const struct command *command, const struct match_options *o)
{
    problem_free(cli_create(command, o->game, &o->setup));
}

static void load_boards(const struct command *command, struct match_options *o,
                        const struct cli_list *positions, struct boards *boards)
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

struct options {
    struct match_options match;
    struct cli_board board;
    struct talk_values talk;
    struct guest_limits limits;
    struct game_limits game;
    struct cli_list positions;
    const char *first, *sprt;
    bool json, quiet, serve, force;
};

/* What the call says of the match. */
static struct match_options match_of(const struct command *command, const char *game,
                                     const struct options *given)
{
    struct match_options o = given->match;
    o.stop = &interrupted;
    o.time = given->game.time;
    o.cap = given->game.cap;
    o.opening_plies = given->game.openings;
    o.ply_limit = given->game.plies;
    o.first = given->first ? strcmp(given->first, "b") == 0 : -1;
    o.sprt = given->sprt != NULL;
    o.game = cli_game(command, game);
    cli_set_up(command, o.game, &given->board, &o.setup);
    if (o.sprt)
        cli_sprt(command, given->sprt, &o.elo0, &o.elo1);
    check_setup(command, &o);
    return o;
}

static int run(const struct command *command, int argc, char **argv)
{
    uint64_t drawn = random_draw();
    static struct options given;
    given = (struct options){
        .board = CLI_BOARD_USUAL, .game = GAME_LIMITS_USUAL, .match.seed = drawn};
    static struct boards boards;
    cli_parse(command, argc, argv, &given);
    guest_limits_complete(&given.limits);
    const bool serve = given.serve;
    struct match_options o = match_of(command, argv[0], &given);
    struct contender_options c = given.limits.contender;
    c.dialect = cli_dialect(command, o.game, &given.talk);
    load_boards(command, &o, &given.positions, &boards);
    struct resume *resume = read_record(command, &o, drawn, given.force);
    if (given.limits.strict)
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
    int status = play(command, &o, given.json, given.quiet);
    if (server)
        serve_on(server);
    for (int who = 0; who < 2; who++)
        contender_free(o.contender[who]);
    boards_free(&boards);
    resume_free(resume);
    return status;
}

static const struct cli_option option_table[] = {
    {.help = "Games"},
    {"games", "N", "games to play; else as the course says",
     CLI_INT(struct options, match.games, 1, 10000000)},
    {"sprt", "ELO0,ELO1", "play until the sequential test is decided",
     CLI_STRING(struct options, sprt)},
    {"first", "a|b", "who begins the first game; else drawn", CLI_WORD(struct options, first)},
    {"position", "FILE|DIR|PATTERN", "begin on given boards; may be repeated",
     CLI_LIST(struct options, positions)},
    GAME_LIMITS(struct options, game, game_limits_moves),
    {"seed", "S", "seed of all that is drawn; else one is drawn and printed",
     CLI_COUNT(struct options, match.seed)},
    {"jobs", "J", "games played at once", CLI_INT(struct options, match.jobs, 1, JOBS_THREADS_MAX),
     .usual = "1"},
    CLI_BOARD(struct options, board),
    {.help = "Clocks"},
    GAME_LIMITS(struct options, game, game_limits_clocks),
    GUEST_LIMITS(struct options, limits, guest_effort),
    {.help = "Programs"},
    GUEST_LIMITS(struct options, limits, guest_runaways),
    GUEST_LIMITS(struct options, limits, guest_matches),
    GUEST_LIMITS(struct options, limits, guest_confinement),
    CLI_TALK(struct options, talk),
    {.help = "Results"},
    {"record", "FILE", "keep the games for 'plywood replay'",
     CLI_STRING(struct options, match.record)},
    CLI_FORCE(struct options, force),
    GUEST_BUNDLES(struct options, match.bundles),
    {"serve", NULL, "show the games in a browser", CLI_FLAG(struct options, serve)},
    {"quiet", NULL, "print the summary alone", CLI_FLAG(struct options, quiet)},
    CLI_JSON(struct options, json),
    {0},
};

static const struct cli_place place_table[] = {
    CLI_THE_GAME,
    {"A", "the contenders: agents of 'plywood games', cmd:COMMAND, or directories", 1, 1},
    {"B", NULL, 1, 1},
    {0},
};

const struct command command_match = {
    .name = "match",
    .summary = "let two contenders play a match under the referee",
    .places = place_table,
    .options = option_table,
    .examples = "match {game} plywood greedy --games 2 --nodes 500\n"
                "match {game} cmd:./agent random --record match.jsonl --force",
    .details =
        "A directory has a plywood.json or an agent in it. What the options leave open is as\n"
        "the courses' texts say:\n"
        "\n"
        "{matches}\n"
        "\n"
        "With the same --seed a match can be repeated. Who begins is drawn and then\n"
        "alternates. Games 1 and 2, 3 and 4 … are pairs: the same start, seats swapped. Where\n"
        "boards do not differ by themselves, pairs after the first begin with four random\n"
        "moves; --openings gives every pair its number of them.\n"
        "\n"
        "With --games all games are played, however clear the result. --sprt plays until the\n"
        "test of ELO0 against ELO1 (error rates 5 %) is decided. Elo, its interval and the\n"
        "likelihood that a is the better one (LOS) come from the pairs; an odd last game\n"
        "counts in the score alone.\n"
        "\n"
        "--position takes position files that a course's agents get: a file, a directory, a\n"
        "quoted pattern. Pairs go through them in turn. Who begins has the side to move\n"
        "there.\n"
        "\n"
        "Between two built-in agents with --nodes or --depth there is no clock unless --time\n"
        "says so. The games then depend on --seed alone, not on --jobs or the machine. With\n"
        "--time none a program gets a whole game's time for every move. With a wall clock let\n"
        "there be a processor for each of --jobs.\n"
        "\n" GUEST_CONFINEMENT_DETAILS GUEST_RUNAWAYS_DETAILS
        "--exact judges answers to the letter, as 'plywood grade' does: LF as line end, no\n"
        "stray byte.\n"
        "\n"
        "If a match was cut off, the same call with the same --record goes on where the\n"
        "record ends. Any other file is replaced only with --force. --serve goes on after the\n"
        "match until it is interrupted. --json prints an object a game and one with\n"
        "\"summary\":true.\n"
        "\n"
        "An interrupt ends the match within seconds, with its results so far and exit status\n"
        "130. Exit status 70 means that a game failed on our side or the record cannot be\n"
        "written.\n",
    .run = run,
};
