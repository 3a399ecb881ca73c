/* plywood solve - the exact value of a position */
#include "search/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "cmd/commands.h"
#include "cmd/solve_aid.h"
#include "game/session.h"

enum { HASH_MEGABYTES = 512 };

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

static int run(const struct command *command, int argc, char **argv)
{
    const char *variant = NULL;
    double budget = 0;
    int megabytes = HASH_MEGABYTES;
    bool json = false, win = false, strict = false;
    struct solve_wishes wishes = {.threads = 1};
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"rules", CLI_STRING, &variant, 0, 0},
                                    {"budget", CLI_SECONDS, &budget, 0, 0},
                                    {"hash", CLI_INT, &megabytes, 1, 1 << 20},
                                    {"threads", CLI_INT, &wishes.threads, 1, 64},
                                    {"keep", CLI_STRING, &wishes.keep, 0, 0},
                                    {"progress", CLI_FLAG, &wishes.progress, 0, 0},
                                    {"win", CLI_FLAG, &win, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              1, 1);
    struct problem *problem = cli_load(command, argv[0], NULL, variant, strict);
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
        .source = CLOCK_OF_PROCESS, .started = clock_seconds(CLOCK_OF_PROCESS), .hard = budget};
    struct solver *solver = solver_new(problem->world, (size_t)megabytes << 20);
    struct solve_aid *aid = solve_aid_begin(command, solver, p, &wishes);
    struct solution s = win ? solver_ask(solver, p, 1 - position_banked(p), &limits)
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

const struct command command_solve = {
    "solve", "prove the value of a position",
    "usage: plywood solve FILE [--win] [--budget S] [--hash MB] [--rules R] [--json] [--strict]\n"
    "                     [--threads N] [--keep FILE] [--progress]\n\n"
    "Finds the exact final margin for the side to move under best play, with a line of best play\n"
    "and the number of positions that the proof took. --win only asks whether the side to move "
    "can\n"
    "win, which is much faster. --budget ends it after S CPU seconds with the bounds proven so "
    "far.\n\n"
    "For long proofs, where the game's solver offers that: --threads N; --progress writes a line "
    "a\n"
    "second to stderr, with what is proven so far; --keep FILE keeps the answers that took much\n"
    "work, and a later run with the same FILE goes on from them.\n",
    run};
