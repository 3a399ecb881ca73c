/* plywood tournament new, add, replace, withdraw - who takes part in what */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/jobs.h"
#include "base/random.h"
#include "cmd/demands.h"
#include "cmd/tournament.h"
#include "referee/match/conventions.h"
#include "referee/match/match.h"

/* Values of options that need more than cli_parse() does. */
struct words {
    const char *format, *title, *time, *sandbox;
    int memory, disk; /* MiB */
    bool until_certain, best_of, strict;
    int jobs;
    struct cli_words ladder;
};

static void choose_format(const struct command *command, const struct words *words,
                          struct settings *s)
{
    s->format = words->until_certain      ? FORMAT_UNTIL_CERTAIN
                : words->ladder.count > 0 ? FORMAT_GAUNTLET
                                          : FORMAT_ROUND_ROBIN;
    if (words->format && !format_of_name(words->format, &s->format))
        cli_fail(command,
                 "--format: expected round-robin, gauntlet, swiss, knock-out or until-certain, "
                 "found \"%s\"",
                 words->format);
    if (words->until_certain && s->format != FORMAT_UNTIL_CERTAIN)
        cli_fail(command, "--until-certain is a format of its own, not with --format");
    if ((s->format == FORMAT_GAUNTLET) != (words->ladder.count > 0))
        cli_fail(command, "a gauntlet, and nothing else, has a --ladder");
    if ((s->top > 0 || s->most_games > 0) && s->format != FORMAT_UNTIL_CERTAIN)
        cli_fail(command, "--top and --most-games are for --until-certain");
    if (s->rounds > 0 && s->format != FORMAT_SWISS)
        cli_fail(command, "--rounds is for --format swiss");
}

/* The course's own pairing, as far as the format allows it. */
static void choose_games(const struct command *command, const struct words *words,
                         struct settings *s)
{
    const struct convention *convention = convention_of(s->game);
    if (s->format == FORMAT_UNTIL_CERTAIN) {
        if (s->games > 0 || words->best_of)
            cli_fail(command, "--until-certain plays pairs, not with --games or --best-of");
        s->games = 2;
        return;
    }
    s->best_of = words->best_of;
    if (s->games == 0) {
        s->games = convention->games;
        s->best_of |= convention->best_of;
    }
    if (s->best_of && s->games > STORE_TASK_GAMES)
        cli_fail(command, "--best-of: an encounter has at most %d games, not %d", STORE_TASK_GAMES,
                 s->games);
    if (s->format != FORMAT_KNOCK_OUT)
        return;
    if (s->best_of && s->games == convention->games && !words->best_of)
        s->best_of = false; /* of the convention's odd number an even one is played */
    if (words->best_of || (s->games % 2 && s->games != convention->games))
        cli_fail(command, "a knock-out has an even number of games");
    s->games -= s->games % 2;
}

static void read_words(const struct command *command, const struct words *words, struct settings *s)
{
    struct line time = line_from(words->time ? words->time : "");
    if (words->time && strcmp(words->time, "none") == 0)
        s->time = -1;
    else if (words->time && (!line_number(time, &s->time) || s->time <= 0))
        cli_fail(command, "--time: expected seconds above 0 or none, found \"%s\"", words->time);
    if (words->sandbox && strcmp(words->sandbox, "off") == 0)
        s->limits.sandbox = SANDBOX_OFF;
    else if (words->sandbox && strcmp(words->sandbox, "on") != 0)
        cli_fail(command, "--sandbox: expected on or off, found \"%s\"", words->sandbox);
    s->limits.memory = (size_t)words->memory << 20;
    s->limits.disk = (size_t)words->disk << 20;
    foreign_put(s->title, sizeof s->title, words->title ? words->title : s->game->title);
}

/* What the game's convention says of clocks and caps; built-in agents with a limit of their own
 * need no clock, and such a tournament can be repeated. */
static void complete(struct settings *s, const struct field *field)
{
    bool programs = false;
    for (int i = 0; i < field->count; i++)
        programs |= field->entrant[i].is_program;
    if (s->time == 0 && !programs && (s->limits.nodes > 0 || s->limits.depth > 0))
        s->time = -1;
    struct match_options o = {.game = s->game,
                              .setup = s->setup,
                              .games = s->games,
                              .time = s->time,
                              .cap = s->cap,
                              .ply_limit = s->ply_limit};
    match_complete(&o);
    s->time = o.time;
    s->cap = o.cap;
    s->ply_limit = o.ply_limit;
    int agents = field->count, rounds = 1;
    while (1 << rounds < agents)
        rounds++;
    if (s->format == FORMAT_SWISS && s->rounds == 0)
        s->rounds = rounds + 2 < agents ? rounds + 2 : agents - 1;
}

static void add_words(const struct command *command, struct field *field, char *const *word,
                      int count, bool is_ladder)
{
    for (int i = 0; i < count; i++) {
        struct notes notes = {0};
        if (!field_add(field, word[i], NULL, is_ladder, &notes))
            cli_fail(command, "%s", notes_why(&notes));
        cli_remark(command, &notes);
    }
}

static void tell_made(const struct settings *s, const char *where, int entered, int refused)
{
    char *name = store_name(where), *word = tournament_word(where);
    printf("%s: %s, %s of %d agent%s, seed %llu\n", name, s->title, format_name(s->format), entered,
           entered == 1 ? "" : "s", (unsigned long long)s->seed);
    if (refused > 0)
        printf("%d failed the smoke test and %s kept out\n", refused, refused == 1 ? "is" : "are");
    printf("plywood tournament run %s plays it\n", word);
    free(name);
    free(word);
}

static void refuse_too_few(const struct command *command, const struct settings *s, int entered,
                           int ladder)
{
    if (s->format == FORMAT_GAUNTLET ? entered - ladder < 1 : entered < 2)
        fprintf(stderr, "plywood %s: there is nobody to play against yet; add more agents\n",
                command->name);
}

/* That is to be known before the programs are tried. A store without settings, whose maker was
 * killed, may be made again. */
static void refuse_what_is_there(const struct command *command, const char *where)
{
    struct notes notes = {0};
    if (access(where, F_OK) != 0)
        return;
    struct store *store = store_open(where, STORE_CREATE, &notes);
    if (!store)
        cli_fail(command, "%s is there already (%s)", where, notes_why(&notes));
    store_close(store);
}

static int make(const struct command *command, const char *where, struct settings *s,
                struct words *words, struct field *field)
{
    struct notes notes = {0};
    refuse_what_is_there(command, where);
    tournament_try(command, s, field, words->jobs);
    struct store *store = store_open(where, STORE_CREATE, &notes);
    if (!store)
        cli_fail(command, "%s", notes_why(&notes));
    int entered = tournament_enter(command, store, s, field, true);
    store_close(store);
    tell_made(s, where, entered, field->count - entered);
    refuse_too_few(command, s, entered, words->ladder.count);
    return 0;
}

static int run_new(const struct command *command, int argc, char **argv)
{
    static struct words words = {.jobs = 1};
    struct option_values given = {0};
    struct settings s = {.setup = SETUP_DEFAULT,
                         .opening_plies = -1,
                         .ply_limit = -1,
                         .seed = random_draw(),
                         .limits = {.grace = 10}};
    int most_games = 0;
    struct contender_options *c = &s.limits;
    int count = cli_parse(
        command, argc, argv,
        (struct cli_option[]){{"format", CLI_STRING, &words.format, 0, 0},
                              {"until-certain", CLI_FLAG, &words.until_certain, 0, 0},
                              {"top", CLI_INT, &s.top, 1, FIELD_MOST},
                              {"most-games", CLI_INT, &most_games, 2, 1 << 30},
                              {"ladder", CLI_WORDS, &words.ladder, 0, 0},
                              {"rounds", CLI_INT, &s.rounds, 1, 10000},
                              {"games", CLI_INT, &s.games, 1, 100000},
                              {"best-of", CLI_FLAG, &words.best_of, 0, 0},
                              {"title", CLI_STRING, &words.title, 0, 0},
                              {"anonymous", CLI_FLAG, &s.anonymous, 0, 0},
                              {"time", CLI_STRING, &words.time, 0, 0},
                              {"move-time", CLI_SECONDS, &s.cap, 0, 0},
                              {"nodes", CLI_SEED, &c->nodes, 0, 0},
                              {"depth", CLI_INT, &c->depth, 1, 99},
                              {"size", CLI_INT, &s.setup.size, 1, BOARD_MAX},
                              {NULL, CLI_SETUP, &given, 0, 0},
                              {"rules", CLI_STRING, &s.setup.variant, 0, 0},
                              {"plies", CLI_INT, &s.ply_limit, 0, 100000},
                              {"openings", CLI_INT, &s.opening_plies, 0, 1000},
                              {"seed", CLI_SEED, &s.seed, 0, 0},
                              {"grace", CLI_SECONDS, &c->grace, 0, 0},
                              {"wall", CLI_SECONDS, &c->wall_ratio, 0, 0},
                              {"calibrate", CLI_SECONDS, &c->calibrate, 0, 0},
                              {"memory", CLI_INT, &words.memory, 1, 1 << 20},
                              {"disk", CLI_INT, &words.disk, 1, 1 << 20},
                              {"processes", CLI_INT, &c->processes, 1, 100000},
                              {"sandbox", CLI_STRING, &words.sandbox, 0, 0},
                              {"strict", CLI_FLAG, &words.strict, 0, 0},
                              {"exact", CLI_FLAG, &c->exact, 0, 0},
                              {"jobs", CLI_INT, &words.jobs, 1, JOBS_THREADS_MAX},
                              {0}},
        2, FIELD_MOST);
    s.game = cli_game(command, argv[1]);
    s.most_games = most_games;
    s.seed &= (UINT64_C(1) << 53) - 1; /* short enough for every reader of JSON */
    s.setup.seed = s.seed;
    cli_set_up(command, s.game, &given, &s.setup);
    choose_format(command, &words, &s);
    choose_games(command, &words, &s);
    read_words(command, &words, &s);
    problem_free(cli_create(command, s.game, &s.setup));
    if (words.strict)
        demand_all_layers(command, c);
    struct field field = {0};
    add_words(command, &field, (char *const *)words.ladder.word, words.ladder.count, true);
    add_words(command, &field, argv + 2, count - 2, false);
    complete(&s, &field);
    int status = make(command, argv[0], &s, &words, &field);
    field_free(&field);
    return status;
}

/* --- changes --- */

/* After the first round of these formats whoever comes would have missed games. */
static void refuse_latecomers(const struct command *command, struct store *store,
                              const struct settings *s)
{
    struct store_progress progress;
    struct notes notes = {0};
    if (!store_progress(store, &progress, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    if (progress.rounds > 0 && (s->format == FORMAT_SWISS || s->format == FORMAT_KNOCK_OUT))
        cli_fail(command, "this tournament (%s) has begun, and takes in nobody after that",
                 format_name(s->format));
}

/* From the second round on of these formats couples were made by results that would go away: an
 * agent might be out and play on, or win without having met anybody. */
static void refuse_contradictions(const struct command *command, struct store *store,
                                  const struct settings *s)
{
    struct store_progress progress;
    struct notes notes = {0};
    if (!store_progress(store, &progress, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    if (progress.rounds > 1 && (s->format == FORMAT_SWISS || s->format == FORMAT_KNOCK_OUT))
        cli_fail(command,
                 "round %d of this tournament (%s) was planned by the results of those before, so "
                 "nobody can be replaced any more; withdraw takes an agent out",
                 progress.rounds, format_name(s->format));
}

/* Programs are tried for minutes, in which a round may begin: asked before and after that. */
static void refuse_replacement(const struct command *command, struct store *store,
                               const struct settings *s, const struct store_agent *agent)
{
    if (agent->state != AGENT_ENTERED)
        refuse_latecomers(command, store, s);
    refuse_contradictions(command, store, s);
}

static void reopen(const struct command *command, struct store *store)
{
    struct notes notes = {0};
    if (!store_set_finished(store, false, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
}

/* Names in the store that the field's would collide with get a number. */
static void spare_names(const struct command *command, struct store *store, struct field *field)
{
    struct store_agent *agents;
    int count;
    struct notes notes = {0};
    if (!store_agents(store, &agents, &count, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    for (int i = 0; i < field->count; i++)
        for (int k = 0; k < count; k++)
            if (strcmp(field->entrant[i].name, agents[k].name) == 0)
                cli_fail(command,
                         "there is an agent \"%s\" already; replace gives it a new program",
                         agents[k].name);
    store_free_agents(agents, count);
}

static int run_add(const struct command *command, int argc, char **argv)
{
    int jobs = 1;
    static struct cli_words ladder;
    const char *name = NULL;
    int count = cli_parse(command, argc, argv,
                          (struct cli_option[]){{"jobs", CLI_INT, &jobs, 1, JOBS_THREADS_MAX},
                                                {"ladder", CLI_WORDS, &ladder, 0, 0},
                                                {"name", CLI_STRING, &name, 0, 0},
                                                {0}},
                          1, FIELD_MOST);
    struct settings s;
    struct store *store = tournament_open(command, argv[0], STORE_WRITE, &s);
    struct field field = {0};
    if (ladder.count > 0 && s.format != FORMAT_GAUNTLET)
        cli_fail(command, "--ladder is for a gauntlet");
    if (name && (count != 2 || ladder.count > 0))
        cli_fail(command, "--name is for a single agent");
    refuse_latecomers(command, store, &s);
    add_words(command, &field, (char *const *)ladder.word, ladder.count, true);
    add_words(command, &field, argv + 1, count - 1, false);
    if (field.count == 0)
        cli_fail(command, "expected an agent");
    if (name && field.count == 1)
        foreign_put(field.entrant[0].name, sizeof field.entrant[0].name, name);
    spare_names(command, store, &field);
    tournament_try(command, &s, &field, jobs);
    refuse_latecomers(command, store, &s); /* it may have begun meanwhile */
    int entered = tournament_enter(command, store, &s, &field, false);
    reopen(command, store);
    printf("%d agent%s added\n", entered, entered == 1 ? "" : "s");
    store_close(store);
    int refused = field.count - entered;
    field_free(&field);
    return refused > 0 ? EXIT_NO : 0;
}

static int run_replace(const struct command *command, int argc, char **argv)
{
    int jobs = 1;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"jobs", CLI_INT, &jobs, 1, JOBS_THREADS_MAX}, {0}}, 3, 3);
    struct settings s;
    struct store *store = tournament_open(command, argv[0], STORE_WRITE, &s);
    struct store_agent *agents;
    struct field field = {0};
    int count;
    struct notes notes = {0};
    if (!store_agents(store, &agents, &count, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    const struct store_agent *agent = tournament_agent(command, agents, count, argv[1]);
    add_words(command, &field, argv + 2, 1, agent->is_ladder);
    if (field.count != 1)
        cli_fail(command, "%s: expected one agent, found %d", argv[2], field.count);
    refuse_replacement(command, store, &s, agent);
    struct entrant *e = &field.entrant[0];
    foreign_put(e->name, sizeof e->name, agent->name);
    if (agent->state == AGENT_ENTERED && strcmp(e->hash, agent->hash) == 0) {
        printf("%s: that is the program it has\n", agent->name);
        return 0;
    }
    tournament_try(command, &s, &field, jobs);
    refuse_replacement(command, store, &s, agent);
    int entered = 0;
    if (e->reason[0] && agent->state == AGENT_ENTERED) { /* nobody loses good games by a bad file */
        printf("%s: not replaced; the program it has and its games stand\n", agent->name);
    } else {
        if (!field_replace(store, e, agent->id, &notes))
            cli_cannot(command, "%s", notes_why(&notes));
        entered = !e->reason[0];
        reopen(command, store);
        if (entered)
            printf("%s: replaced; its games are played anew\n", agent->name);
    }
    store_free_agents(agents, count);
    store_close(store);
    field_free(&field);
    return entered ? 0 : EXIT_NO;
}

static int run_withdraw(const struct command *command, int argc, char **argv)
{
    cli_parse(command, argc, argv, (struct cli_option[]){{0}}, 2, 2);
    struct store *store = tournament_open(command, argv[0], STORE_WRITE, NULL);
    struct store_agent *agents;
    int count;
    struct notes notes = {0};
    if (!store_agents(store, &agents, &count, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    const struct store_agent *agent = tournament_agent(command, agents, count, argv[1]);
    if (!store_withdraw_agent(store, agent->id, &notes))
        cli_cannot(command, "%s", notes_why(&notes));
    printf("%s: withdrawn\n", agent->name);
    store_free_agents(agents, count);
    store_close(store);
    return 0;
}

const struct command tournament_new = {
    "tournament new", "make a tournament: a game, agents, a format",
    "usage: plywood tournament new STORE GAME AGENT… [--format F | --until-certain [--top K]\n"
    "                     [--most-games N] | --ladder AGENT…] [--rounds N] [--games N] "
    "[--best-of]\n"
    "                     [--title T] [--anonymous] [--time S|none] [--move-time S] [--nodes N]\n"
    "                     [--depth D] [--size N] {options} [--rules R] [--plies N]\n"
    "                     [--openings PLIES] [--seed S] [--jobs J] [--grace S] [--wall R]\n"
    "                     [--calibrate S] [--memory MIB] [--disk MIB] [--processes N]\n"
    "                     [--sandbox on|off] [--strict] [--exact]\n\n"
    "STORE is a new file, or an empty database postgresql://…. An AGENT is a directory with an\n"
    "agent in it, a directory full of such folders and of program files, a program file, a list\n"
    "(a file with SPEC or NAME = SPEC on each line), cmd:COMMAND, or a built-in agent as 'plywood\n"
    "games' lists them. Agents are called like their folder or file. Each program is tried first:\n"
    "it is built, and asked one question; what fails is kept out, and told with the reason.\n\n"
    "--format round-robin (the default): every couple. gauntlet: everybody against each --ladder\n"
    "agent. swiss: --rounds of agents with equal points. knock-out: out is who has less than half\n"
    "of an encounter's points; both go on if they split. until-certain: pairs of games where the\n"
    "order is open, until all places, or the first --top, are settled, or --most-games played.\n"
    "An encounter has --games; with --best-of it ends when one has won more than half. What is\n"
    "left open is as the courses' texts say:\n\n"
    "{matches}\n\n"
    "Everything that is drawn follows from --seed. --anonymous shows aliases instead of names;\n"
    "aliases and the order of entry are drawn anew each time, or the seed would tell them.\n"
    "The other options are those of plywood match. --jobs: programs tried at a time.\n",
    run_new};

const struct command tournament_add = {
    "tournament add", "take in more agents",
    "usage: plywood tournament add STORE AGENT… [--name N] [--ladder AGENT]… [--jobs J]\n\n"
    "They are tried like those of 'plywood tournament new', and meet everybody. Status 1 if one "
    "is\n"
    "kept out.\n",
    run_add};

const struct command tournament_replace = {
    "tournament replace", "give an agent a new program",
    "usage: plywood tournament replace STORE NAME AGENT [--jobs J]\n\n"
    "The agent called NAME gets the program of AGENT and plays its games anew; all others stand.\n"
    "Not from the second round of a Swiss tournament or a knock-out on.\n"
    "A program that fails the smoke test replaces nothing: the old one stands, status 1.\n",
    run_replace};

const struct command tournament_withdraw = {
    "tournament withdraw", "take an agent out",
    "usage: plywood tournament withdraw STORE NAME\n\n"
    "Its games do not count any more, and it plays no further ones.\n",
    run_withdraw};
