/* plywood solve - the exact value of a position */
#include "search/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "cmd/commands.h"
#include "cmd/solve_aid.h"
#include "game/session.h"

/* The final margin for the side to move that a bound stands for; false if it says nothing. */
static bool margin_of(const struct position *p, int value, double *margin)
{
    if (value <= -VALUE_MAX || value >= VALUE_MAX)
        return false;
    *margin = position_points(p, value);
    return true;
}

/* Best play from here on, as far as the budget goes. */
static void add_line(struct solver *solver, const struct position *start, int value,
                     const struct limits *limits, struct text *out, bool json)
{
    struct session *session = session_new(start, 0);
    while (session_ending(session) == ENDING_NONE) {
        const struct position *p = session_now(session);
        char name[MOVE_NAME_MAX];
        unsigned move;
        if (!solver_best(solver, p, value, limits, &move))
            break;
        p->world->game->move_name(p, move, name);
        if (json)
            json_put_string(out, NULL, name);
        else
            text_add(out, " %s", name);
        struct position *child = position_new(p->world);
        value = p->world->rules->play(p, move, child) - value;
        free(child);
        session_play(session, move);
    }
    session_free(session);
}

struct options {
    struct cli_reading reading;
    struct solve_wishes wishes;
    double budget;
    size_t hash; /* bytes */
    bool json, win;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    const bool json = o.json;
    struct problem *problem = cli_load(command, argv[0], NULL, o.reading.variant, o.reading.strict);
    const struct position *p = problem->position;
    const struct game *game = problem->world->game;
    if (game_may_draw(game))
        cli_fail(command, "%s can go in circles: it is not solved by following it to the end",
                 game->title);
    if (!solver_takes(problem->world))
        cli_fail(command, "%s is solved on boards up to %d x %d; this one is %d x %d", game->title,
                 game->size_solved, game->size_solved, problem->world->size, problem->world->size);
    if (position_is_over(p))
        cli_fail(command, "the game is over, there is nothing to solve");

    struct limits limits = {
        .source = CLOCK_OF_PROCESS, .started = clock_seconds(CLOCK_OF_PROCESS), .hard = o.budget};
    struct solver *solver = solver_new(problem->world, o.hash);
    struct solve_aid *aid = solve_aid_begin(command, solver, p, &o.wishes);
    struct solution s = o.win ? solver_ask(solver, p, 1 - position_banked(p), &limits)
                              : solver_run(solver, p, &limits);
    double low = 0, high = 0;
    bool has_low = margin_of(p, s.low, &low), has_high = margin_of(p, s.high, &high);
    bool solved = s.low == s.high;

    struct text line = {0};
    if (json) {
        json_open(&line, NULL, '{');
        json_put_string(&line, "game", game->name);
        json_put_string(&line, "rules", game->variants[problem->world->variant].name);
        json_put_string(&line, "side", game->sides[p->side]);
        json_put_bool(&line, "solved", solved);
        has_low ? json_put_number(&line, "low", low) : json_put_null(&line, "low");
        has_high ? json_put_number(&line, "high", high) : json_put_null(&line, "high");
        json_put_integer(&line, "nodes", (int64_t)s.nodes);
        json_put_number(&line, "seconds", s.seconds);
        json_open(&line, "line", '[');
        if (solved)
            add_line(solver, p, s.low, &limits, &line, true);
        json_close(&line, ']');
        json_close(&line, '}');
        printf("%s\n", line.data);
    } else {
        if (solved)
            printf("value %+g for %s, exact\n", low, game->sides[p->side]);
        else if (has_low && has_high)
            printf("value between %+g and %+g for %s\n", low, high, game->sides[p->side]);
        else if (has_low)
            printf("value %+g or more for %s\n", low, game->sides[p->side]);
        else if (has_high)
            printf("value %+g or less for %s\n", high, game->sides[p->side]);
        else
            printf("nothing is known within the budget\n");
        if (solved) {
            add_line(solver, p, s.low, &limits, &line, false);
            printf("line%s\n", line.data);
        }
        printf("%" PRIu64 " nodes, %.3f s", s.nodes, s.seconds);
        if (game->variants[1].name)
            printf(", rules: %s", game->variants[problem->world->variant].name);
        printf("\n");
    }
    text_free(&line);
    solver_free(solver);
    solve_aid_end(aid);
    problem_free(problem);
    return 0;
}

static const struct cli_option option_table[] = {
    {"win", NULL, "ask only whether the side to move can win: much faster",
     CLI_FLAG(struct options, win)},
    {"budget", "S", "end after S CPU seconds with the bounds so far",
     CLI_SECONDS(struct options, budget)},
    CLI_JSON(struct options, json),
    CLI_READING(struct options, reading),
    {.help = "Long proofs"},
    CLI_SET(struct options, wishes, solve_aid_options, struct solve_wishes),
    CLI_HASH(struct options, hash),
    {0},
};

static const struct cli_place place_table[] = {CLI_THE_FILE, {0}};

const struct command command_solve = {
    .name = "solve",
    .summary = "prove the value of a position",
    .places = place_table,
    .options = option_table,
    .examples = "solve input.txt\n"
                "solve input.txt --win --budget 10",
    .details =
        "It finds the exact final margin for the side to move under best play, a line of best\n"
        "play, and the number of positions that the proof took.\n"
        "\n" SOLVE_AID_DETAILS,
    .run = run,
};
