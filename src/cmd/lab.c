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

static int run(const struct command *command, int argc, char **argv)
{
    struct option_values given = {0};
    struct lab_options o = {.setup = SETUP_DEFAULT,
                            .spec = {"plywood", "plywood"},
                            .opening_plies = -1,
                            .seed = 1,
                            .jobs = 1};
    int games = 0;
    const char *sprt = NULL;
    bool json = false; /* it is JSON anyway */
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"a", CLI_STRING, &o.spec[0], 0, 0},
                                    {"b", CLI_STRING, &o.spec[1], 0, 0},
                                    {"games", CLI_INT, &games, 2, 10000000},
                                    {"sprt", CLI_STRING, &sprt, 0, 0},
                                    {"time", CLI_SECONDS, &o.time, 0, 0},
                                    {"seconds", CLI_SECONDS, &o.move_cap, 0, 0},
                                    {"nodes", CLI_SEED, &o.nodes, 0, 0},
                                    {"depth", CLI_INT, &o.depth, 1, 99},
                                    {"size", CLI_INT, &o.setup.size, 1, BOARD_MAX},
                                    {NULL, CLI_SETUP, &given, 0, 0},
                                    {"rules", CLI_STRING, &o.setup.variant, 0, 0},
                                    {"openings", CLI_INT, &o.opening_plies, 0, 1000},
                                    {"seed", CLI_SEED, &o.seed, 0, 0},
                                    {"jobs", CLI_INT, &o.jobs, 1, 64},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {0}},
              1, 1);
    o.game = cli_game(command, argv[0]);
    cli_set_up(command, o.game, &given, &o.setup);
    o.sprt = sprt != NULL;
    if (sprt)
        cli_sprt(command, sprt, &o.elo0, &o.elo1);
    o.pairs = ((games ? games : sprt ? 200000 : 200) + 1) / 2;
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

const struct command command_lab = {
    "lab", "measure one agent against another",
    "usage: plywood lab GAME [--a SPEC] [--b SPEC] [--games N | --sprt ELO0,ELO1] [--time T]\n"
    "                   [--seconds S] [--nodes N] [--depth D] [--size N] {options}\n"
    "                   [--rules R] [--openings PLIES] [--seed S] [--jobs J]\n\n"
    "Plays agent a against agent b in this process, from pairs of equal starts with seats "
    "swapped,\n"
    "and prints one JSON object: score, Elo of a over b with its 95 % interval, the likelihood "
    "that\n"
    "a is the better one (LOS), pentanomial counts, each seat by itself, and pair_margin, a's "
    "margin\n"
    "over both games of a pair: it tells more than Elo where the first mover nearly always wins.\n"
    "winner_moves is the median of the winners' own moves, a_thirds what part of its CPU time an "
    "agent\nspent in each third of its moves.\n"
    "--sprt plays until the sequential test of ELO0 against ELO1 (error rates 5 %) is decided.\n"
    "--time is a side's CPU seconds for a game (5 unless another limit is given), --seconds, "
    "--nodes\n"
    "and --depth limit a move; under --nodes or --depth the result depends on the seed alone, not "
    "on\n"
    "--jobs. Without --seed it is 1: the same call plays the same boards.\n",
    run};
