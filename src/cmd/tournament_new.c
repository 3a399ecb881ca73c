/* plywood tournament new, add, replace, withdraw - who takes part in what */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/jobs.h"
#include "base/random.h"
#include "cmd/demands.h"
#include "cmd/guest_limits.h"
#include "cmd/tournament.h"
#include "referee/match/conventions.h"
#include "referee/match/match.h"

struct options {
    struct settings settings;
    struct cli_board board;
    struct guest_limits limits;
    struct game_limits game;
    struct cli_list ladder;
    const char *format, *title;
    bool until_certain, best_of;
    int jobs, most_games;
};

static void choose_format(const struct command *command, const struct options *given,
                          struct settings *s)
{
    s->format = given->until_certain      ? FORMAT_UNTIL_CERTAIN
                : given->ladder.count > 0 ? FORMAT_GAUNTLET
                                          : FORMAT_ROUND_ROBIN;
    if (given->format)
        format_of_name(given->format, &s->format);
    if (given->until_certain && s->format != FORMAT_UNTIL_CERTAIN)
        cli_fail(command, "--until-certain is a format of its own, not with --format");
    if ((s->format == FORMAT_GAUNTLET) != (given->ladder.count > 0))
        cli_fail(command, "a gauntlet, and nothing else, has a --ladder");
    if ((s->top > 0 || s->most_games > 0) && s->format != FORMAT_UNTIL_CERTAIN)
        cli_fail(command, "--top and --most-games are for --until-certain");
    if (s->rounds > 0 && s->format != FORMAT_SWISS)
        cli_fail(command, "--rounds is for --format swiss");
}

/* The course's own pairing, as far as the format allows it. */
static void choose_games(const struct command *command, const struct options *given,
                         struct settings *s)
{
    const struct convention *convention = convention_of(s->game);
    if (s->format == FORMAT_UNTIL_CERTAIN) {
        if (s->games > 0 || given->best_of)
            cli_fail(command, "--until-certain plays pairs, not with --games or --best-of");
        s->games = 2;
        return;
    }
    s->best_of = given->best_of;
    if (s->games == 0) {
        s->games = convention->games;
        s->best_of |= convention->best_of;
    }
    if (s->best_of && s->games > STORE_TASK_GAMES)
        cli_fail(command, "--best-of: an encounter has at most %d games, not %d", STORE_TASK_GAMES,
                 s->games);
    if (s->format != FORMAT_KNOCK_OUT)
        return;
    if (s->best_of && s->games == convention->games && !given->best_of)
        s->best_of = false; /* of the convention's odd number an even one is played */
    if (given->best_of || (s->games % 2 && s->games != convention->games))
        cli_fail(command, "a knock-out has an even number of games");
    s->games -= s->games % 2;
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
                const struct options *given, struct field *field)
{
    struct notes notes = {0};
    refuse_what_is_there(command, where);
    tournament_try(command, s, field, given->jobs);
    struct store *store = store_open(where, STORE_CREATE, &notes);
    if (!store)
        cli_fail(command, "%s", notes_why(&notes));
    int entered = tournament_enter(command, store, s, field, true);
    store_close(store);
    tell_made(s, where, entered, field->count - entered);
    refuse_too_few(command, s, entered, given->ladder.count);
    return 0;
}

/* What the call says of the tournament. */
static struct settings settings_of(const struct command *command, const char *game,
                                   const struct options *given)
{
    struct settings s = given->settings;
    s.game = cli_game(command, game);
    s.most_games = given->most_games;
    s.limits = given->limits.contender;
    s.time = given->game.time;
    s.cap = given->game.cap;
    s.opening_plies = given->game.openings;
    s.ply_limit = given->game.plies;
    s.seed &= (UINT64_C(1) << 53) - 1; /* short enough for every reader of JSON */
    cli_set_up(command, s.game, &given->board, &s.setup);
    s.setup.seed = s.seed;
    choose_format(command, given, &s);
    choose_games(command, given, &s);
    foreign_put(s.title, sizeof s.title, given->title ? given->title : s.game->title);
    problem_free(cli_create(command, s.game, &s.setup));
    return s;
}

static int run_new(const struct command *command, int argc, char **argv)
{
    static struct options given;
    given = (struct options){
        .board = CLI_BOARD_USUAL, .game = GAME_LIMITS_USUAL, .settings.seed = random_draw()};
    int count = cli_parse(command, argc, argv, &given);
    guest_limits_complete(&given.limits);
    struct settings s = settings_of(command, argv[1], &given);
    if (given.limits.strict)
        demand_all_layers(command, &s.limits);
    struct field field = {0};
    add_words(command, &field, (char *const *)given.ladder.word, given.ladder.count, true);
    add_words(command, &field, argv + 2, count - 2, false);
    complete(&s, &field);
    int status = make(command, argv[0], &s, &given, &field);
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

struct add_options {
    struct cli_list ladder;
    const char *name;
    int jobs;
};

static int run_add(const struct command *command, int argc, char **argv)
{
    static struct add_options o;
    int count = cli_parse(command, argc, argv, &o);
    struct settings s;
    struct store *store = tournament_open(command, argv[0], STORE_WRITE, &s);
    struct field field = {0};
    if (o.ladder.count > 0 && s.format != FORMAT_GAUNTLET)
        cli_fail(command, "--ladder is for a gauntlet");
    if (o.name && (count != 2 || o.ladder.count > 0))
        cli_fail(command, "--name is for a single agent");
    refuse_latecomers(command, store, &s);
    add_words(command, &field, (char *const *)o.ladder.word, o.ladder.count, true);
    add_words(command, &field, argv + 1, count - 1, false);
    if (field.count == 0)
        cli_fail(command, "expected an agent");
    if (o.name && field.count == 1)
        foreign_put(field.entrant[0].name, sizeof field.entrant[0].name, o.name);
    spare_names(command, store, &field);
    tournament_try(command, &s, &field, o.jobs);
    refuse_latecomers(command, store, &s); /* it may have begun meanwhile */
    int entered = tournament_enter(command, store, &s, &field, false);
    reopen(command, store);
    printf("%d agent%s added\n", entered, entered == 1 ? "" : "s");
    store_close(store);
    int refused = field.count - entered;
    field_free(&field);
    return refused > 0 ? EXIT_NO : 0;
}

struct replace_options {
    int jobs;
};

static int run_replace(const struct command *command, int argc, char **argv)
{
    struct replace_options o = {0};
    cli_parse(command, argc, argv, &o);
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
        store_free_agents(agents, count);
        store_close(store);
        field_free(&field);
        return 0;
    }
    tournament_try(command, &s, &field, o.jobs);
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
    cli_parse(command, argc, argv, NULL);
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

/* --- the commands --- */

static const struct cli_option new_table[] = {
    {.help = "Format"},
    {"format", "round-robin|gauntlet|swiss|knock-out|until-certain", "how agents are paired",
     CLI_WORD(struct options, format)},
    {"ladder", "AGENT", "a gauntlet against this agent; may be repeated",
     CLI_LIST(struct options, ladder)},
    {"rounds", "N", "rounds of a Swiss tournament",
     CLI_INT(struct options, settings.rounds, 1, 10000)},
    {"until-certain", NULL, "the same as --format until-certain",
     CLI_FLAG(struct options, until_certain)},
    {"top", "K", "play until the first K places are settled; else all",
     CLI_INT(struct options, settings.top, 1, FIELD_MOST)},
    {"most-games", "N", "play until this many games are played",
     CLI_INT(struct options, most_games, 2, 1 << 30)},
    {"games", "N", "games of an encounter; else as the course says",
     CLI_INT(struct options, settings.games, 1, 100000)},
    {"best-of", NULL, "end an encounter when one has won more than half",
     CLI_FLAG(struct options, best_of)},
    {"title", "T", "what the tournament is called", CLI_STRING(struct options, title)},
    {"anonymous", NULL, "show aliases instead of names",
     CLI_FLAG(struct options, settings.anonymous)},
    {.help = "Games"},
    CLI_BOARD(struct options, board),
    {"seed", "S", "seed of all that is drawn; else one is drawn",
     CLI_COUNT(struct options, settings.seed)},
    GAME_LIMITS(struct options, game, game_limits_moves),
    GAME_LIMITS(struct options, game, game_limits_clocks),
    GUEST_LIMITS(struct options, limits, guest_effort),
    {.help = "Programs"},
    GUEST_LIMITS(struct options, limits, guest_runaways),
    GUEST_LIMITS(struct options, limits, guest_matches),
    GUEST_LIMITS(struct options, limits, guest_confinement),
    {"jobs", "J", "programs tried at once", CLI_INT(struct options, jobs, 1, JOBS_THREADS_MAX),
     .usual = "1"},
    {0},
};

static const struct cli_place new_places[] = {
    {"STORE", "a new file, or an empty database postgresql://…", 1, 1},
    CLI_THE_GAME,
    {"AGENT", "a program, a directory, a list, cmd:COMMAND, or a built-in agent", 0,
     FIELD_MOST - 2},
    {0},
};

const struct command tournament_new = {
    .name = "tournament new",
    .summary = "make a tournament: a game, agents, a format",
    .places = new_places,
    .options = new_table,
    .examples = "tournament new cup.db {game} greedy random --games 2 --nodes 100\n"
                "tournament new swiss.db {game} class --format swiss --rounds 5",
    .details =
        "An AGENT is a directory with an agent in it, a directory full of such folders and of\n"
        "program files, a program file, a list (a file with SPEC or NAME = SPEC on each\n"
        "line), cmd:COMMAND, or a built-in agent as 'plywood games' lists them. Agents are\n"
        "called like their folder or file. Each program is tried first: it is built, and\n"
        "asked one question. A program that fails is kept out, and the reason is told.\n"
        "\n"
        "  round-robin    every couple plays; the default\n"
        "  gauntlet       everybody plays against each --ladder agent; the default with\n"
        "                 --ladder\n"
        "  swiss          in each of --rounds agents with equal points play\n"
        "  knock-out      an agent with less than half of an encounter's points is out; both\n"
        "                 go on if they split\n"
        "  until-certain  pairs of games are played where the order is open, until all\n"
        "                 places, or the first --top, are settled, or --most-games are played\n"
        "\n"
        "What is left open is as the courses' texts say:\n"
        "\n"
        "{matches}\n"
        "\n"
        "Everything that is drawn follows from --seed. With --anonymous the aliases and the\n"
        "order of entry are drawn anew each time, or the seed would tell them.\n"
        "\n" GUEST_CONFINEMENT_DETAILS GUEST_RUNAWAYS_DETAILS,
    .run = run_new,
};

#define TRIED_AT_ONCE(of)                                                              \
    {                                                                                  \
        "jobs", "J", "programs tried at once", CLI_INT(of, jobs, 1, JOBS_THREADS_MAX), \
            .usual = "1"                                                               \
    }

static const struct cli_option add_table[] = {
    {"name", "N", "what a single agent is called", CLI_STRING(struct add_options, name)},
    {"ladder", "AGENT", "an agent of a gauntlet's ladder; may be repeated",
     CLI_LIST(struct add_options, ladder)},
    TRIED_AT_ONCE(struct add_options),
    {0},
};

static const struct cli_place add_places[] = {
    TOURNAMENT_STORE,
    {"AGENT", "as for 'plywood tournament new'", 0, FIELD_MOST - 1},
    {0},
};

const struct command tournament_add = {
    .name = "tournament add",
    .summary = "take in more agents",
    .places = add_places,
    .options = add_table,
    .examples = "tournament add cup.db minimax:depth=1\n"
                "tournament add cup.db cmd:./agent --name mine",
    .details =
        "They are tried like those of 'plywood tournament new', and meet everybody. Status 1\n"
        "if one is kept out.\n",
    .run = run_add,
};

static const struct cli_option replace_table[] = {TRIED_AT_ONCE(struct replace_options), {0}};

static const struct cli_place replace_places[] = {
    TOURNAMENT_STORE,
    {"NAME", "the agent that gets it", 1, 1},
    {"AGENT", "the new program", 1, 1},
    {0},
};

const struct command tournament_replace = {
    .name = "tournament replace",
    .summary = "give an agent a new program",
    .places = replace_places,
    .options = replace_table,
    .examples = "tournament replace cup.db greedy minimax:depth=2",
    .details =
        "The agent gets the program of AGENT and plays its games anew; all others stand. That\n"
        "is not possible from the second round of a Swiss tournament or a knock-out on. A\n"
        "program that fails the smoke test replaces nothing: the old one stands, status 1.\n",
    .run = run_replace,
};

static const struct cli_place withdraw_places[] = {
    TOURNAMENT_STORE,
    {"NAME", "the agent", 1, 1},
    {0},
};

const struct command tournament_withdraw = {
    .name = "tournament withdraw",
    .summary = "take an agent out",
    .places = withdraw_places,
    .examples = "tournament withdraw cup.db random",
    .details = "Its games do not count any more, and it plays no further ones.\n",
    .run = run_withdraw,
};
