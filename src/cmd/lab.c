/* plywood lab - measures one agent against another */
#include <stdio.h>
#include <unistd.h>

#include "agents/lab.h"
#include "base/clock.h"
#include "base/json.h"
#include "cmd/commands.h"

struct screen {
    bool live; /* a terminal: one line, rewritten; else a line now and then */
    bool sprt;
    double last;
};

static void show_progress(void *context, const struct lab_result *r)
{
    struct screen *screen = context;
    double now = clock_seconds(CLOCK_OF_WALL);
    if (now - screen->last < (screen->live ? 0.2 : 20))
        return;
    screen->last = now;
    struct estimate e = tally_estimate(&r->tally);
    fprintf(stderr, "%s%ld games  %.1f%%  Elo %+.1f [%+.1f, %+.1f]  LOS %.1f%%",
            screen->live ? "\r\x1b[K" : "", r->games, 100 * e.score, e.elo, e.low, e.high,
            100 * e.los);
    if (screen->sprt)
        fprintf(stderr, "  LLR %.2f [%.2f, %.2f]", r->llr, r->lower, r->upper);
    if (!screen->live)
        fprintf(stderr, "\n");
    fflush(stderr);
}

static void print_json(const struct lab_options *o, const struct lab_result *r)
{
    struct estimate e = tally_estimate(&r->tally);
    struct text out = {0};
    json_open(&out, NULL, '{');
    json_put_string(&out, "game", o->game->name);
    json_put_string(&out, "a", o->spec[0]);
    json_put_string(&out, "b", o->spec[1]);
    json_put_integer(&out, "games", r->games);
    json_put_number(&out, "score", e.score);
    tally_json(&out, &r->tally);
    const char *seats[2] = {"a_first", "a_second"};
    for (int seat = 0; seat < 2; seat++) {
        json_open(&out, seats[seat], '{');
        json_put_integer(&out, "wins", r->wins[seat][0]);
        json_put_integer(&out, "draws", r->draws[seat]);
        json_put_integer(&out, "losses", r->wins[seat][1]);
        json_close(&out, '}');
    }
    json_open(&out, "time_losses", '[');
    json_put_integer(&out, NULL, r->time_losses[0]);
    json_put_integer(&out, NULL, r->time_losses[1]);
    json_close(&out, ']');
    json_put_number(&out, "margin", r->pair_margin.mean / 2);
    json_open(&out, "pair_margin", '{');
    mean_json(&out, &r->pair_margin);
    json_close(&out, '}');
    json_put_number(&out, "plies", r->games ? (double)r->plies / (double)r->games : 0);
    json_put_number(&out, "winner_moves", lab_winner_median(r));
    json_open(&out, "nodes", '[');
    json_put_integer(&out, NULL, (int64_t)r->nodes[0]);
    json_put_integer(&out, NULL, (int64_t)r->nodes[1]);
    json_close(&out, ']');
    if (o->nodes == 0 && o->depth == 0) { /* times differ from run to run, decisions do not */
        json_open(&out, "cpu", '[');
        json_put_number(&out, NULL, r->seconds[0]);
        json_put_number(&out, NULL, r->seconds[1]);
        json_close(&out, ']');
        const char *thirds[2] = {"a_thirds", "b_thirds"};
        for (int i = 0; i < 2; i++) {
            json_open(&out, thirds[i], '[');
            for (int third = 0; third < 3; third++)
                json_put_number(&out, NULL,
                                r->seconds[i] > 0 ? r->thirds[i][third] / r->seconds[i] : 0);
            json_close(&out, ']');
        }
    }
    if (o->sprt) {
        json_put_number(&out, "llr", r->llr);
        json_put_string(&out, "decision",
                        r->decision > 0   ? "accepted"
                        : r->decision < 0 ? "rejected"
                                          : "open");
    }
    json_put_integer(&out, "seed", (int64_t)o->seed);
    json_close(&out, '}');
    printf("%s\n", out.data);
    text_free(&out);
}

struct options {
    struct lab_options lab;
    struct cli_board board;
    const char *sprt;
    int games;
    bool json; /* it is JSON anyway */
};

static int run(const struct command *command, int argc, char **argv)
{
    struct options given = {.board = CLI_BOARD_USUAL, .lab.opening_plies = -1};
    cli_parse(command, argc, argv, &given);
    struct lab_options o = given.lab;
    o.game = cli_game(command, argv[0]);
    cli_set_up(command, o.game, &given.board, &o.setup);
    o.sprt = given.sprt != NULL;
    if (given.sprt)
        cli_sprt(command, given.sprt, &o.elo0, &o.elo1);
    o.pairs = ((given.games ? given.games : given.sprt ? 200000 : 200) + 1) / 2;
    if (o.time == 0 && o.move_cap == 0 && o.nodes == 0 && o.depth == 0)
        o.time = 5;
    struct screen screen = {.live = isatty(STDERR_FILENO), .sprt = o.sprt};
    struct lab_result result;
    struct notes notes = {0};
    if (!lab_run(&o, &result, show_progress, &screen, &notes))
        cli_fail(command, "%s", notes_why(&notes));
    if (screen.live)
        fprintf(stderr, "\r\x1b[K");
    print_json(&o, &result);
    return 0;
}

static const struct cli_option option_table[] = {
    {"a", "SPEC", "agent a", CLI_STRING(struct options, lab.spec[0]), .usual = "plywood"},
    {"b", "SPEC", "agent b", CLI_STRING(struct options, lab.spec[1]), .usual = "plywood"},
    {"games", "N", "games to play (200; with --sprt at most 200000)",
     CLI_INT(struct options, games, 2, 10000000)},
    {"sprt", "ELO0,ELO1", "play until the sequential test is decided",
     CLI_STRING(struct options, sprt)},
    {"seed", "S", "seed of boards and openings", CLI_COUNT(struct options, lab.seed), .usual = "1"},
    {"jobs", "J", "games played at once", CLI_INT(struct options, lab.jobs, 1, 64), .usual = "1"},
    {"json", NULL, "print JSON, as it does anyway", CLI_FLAG(struct options, json)},
    {.help = "Limits"},
    {"time", "T", "CPU seconds of a side and game; 5 without any limit",
     CLI_SECONDS(struct options, lab.time)},
    {"seconds", "S", "the most time of a move", CLI_SECONDS(struct options, lab.move_cap)},
    {"nodes", "N", "the most nodes of a move", CLI_COUNT(struct options, lab.nodes)},
    {"depth", "D", "the depth of a move", CLI_INT(struct options, lab.depth, 1, 99)},
    {.help = "Board"},
    CLI_BOARD(struct options, board),
    {"openings", "PLIES", "random moves before the agents take over",
     CLI_INT(struct options, lab.opening_plies, 0, 1000)},
    {0},
};

static const struct cli_place place_table[] = {CLI_THE_GAME, {0}};

const struct command command_lab = {
    .name = "lab",
    .summary = "measure one agent against another",
    .places = place_table,
    .options = option_table,
    .examples = "lab {game} --b greedy --games 20 --nodes 500\n"
                "lab {game} --b plywood:depth=2 --sprt 0,10 --games 10 --nodes 100",
    .details =
        "Both agents play in this process, from pairs of equal starts with seats swapped. It\n"
        "prints one JSON object: the score, the Elo of a over b with its 95 % interval, the\n"
        "likelihood that a is the better one (LOS), pentanomial counts, and each seat by\n"
        "itself.\n"
        "\n"
        "  pair_margin   a's margin over both games of a pair; it tells more than Elo where\n"
        "                the first mover nearly always wins\n"
        "  winner_moves  the median of the winners' own moves\n"
        "  a_thirds      the part of its CPU time that a spent in each third of its moves;\n"
        "                b_thirds is the same of b\n"
        "\n"
        "--sprt tests ELO0 against ELO1 with error rates of 5 %. Under --nodes or --depth the\n"
        "result depends on the seed alone, not on --jobs. The same call plays the same\n"
        "boards.\n",
    .run = run,
};
