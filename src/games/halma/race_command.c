/* plywood halma race - the fewest moves that a side needs if the other stands still */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cmd/parts.h"
#include "games/halma/halma.h"
#include "games/halma/race_gap.h"
#include "games/halma/racing.h"

struct wishes {
    int side;
    bool alone, json;
    double seconds;
    int nodes; /* 0: no limit */
};

struct result {
    const struct position *position;
    struct race_count count;
    bool is_decoupled, is_won;
    int by;
    uint64_t nodes;
    double seconds;
};

static int read_side(const struct command *command, const struct game *game, const char *name)
{
    for (int side = 0; side < 2; side++)
        if (strcmp(name, game->sides[side]) == 0)
            return side;
    cli_fail(command, "side: expected %s or %s, found \"%s\"", game->sides[0], game->sides[1],
             name);
}

static struct limits limits_of(const struct wishes *wishes)
{
    return (struct limits){.source = CLOCK_OF_PROCESS,
                           .started = clock_seconds(CLOCK_OF_PROCESS),
                           .hard = wishes->seconds,
                           .nodes = (uint64_t)wishes->nodes};
}

static struct result race(const struct position *p, const struct wishes *wishes)
{
    struct result r = {.position = p, .count.moves = -1};
    struct limits limits = limits_of(wishes);
    r.nodes = race_count_moves(p, wishes->side, wishes->alone, &limits, &r.count);
    r.seconds = limits_elapsed(&limits);
    if (wishes->alone)
        return r;
    r.is_decoupled = race_is_decoupled(p);
    limits.started = clock_seconds(CLOCK_OF_PROCESS);
    r.is_won = race_is_won(p, wishes->side, &r.count, &limits, &r.by);
    return r;
}

/* The names of the line's moves. Each is made by one side, so positions between are not the game's;
 * a move's name does not depend on them. */
static void add_line(struct text *out, const struct result *r, bool json)
{
    for (int i = 0; i < r->count.moves; i++) {
        char name[MOVE_NAME_MAX];
        r->position->world->game->move_name(r->position, r->count.line[i], name);
        if (json)
            json_put_string(out, NULL, name);
        else
            text_add(out, " %s", name);
    }
}

static void add_json(struct text *out, const struct result *r, const struct wishes *wishes)
{
    const struct world *world = r->position->world;
    json_open(out, NULL, '{');
    json_put_string(out, "game", world->game->name);
    json_put_string(out, "rules", world->game->variants[world->variant].name);
    json_put_string(out, "side", world->game->sides[wishes->side]);
    json_put_bool(out, "alone", wishes->alone);
    if (r->count.moves >= 0)
        json_put_integer(out, "moves", r->count.moves);
    else
        json_put_null(out, "moves");
    json_put_integer(out, "least", r->count.least);
    json_put_bool(out, "proven", race_is_proven(&r->count));
    json_put_bool(out, "decoupled", r->is_decoupled);
    json_put_bool(out, "won", r->is_won);
    if (r->is_won)
        json_put_integer(out, "by", r->by);
    else
        json_put_null(out, "by");
    json_put_integer(out, "nodes", (int64_t)r->nodes);
    json_put_number(out, "seconds", r->seconds);
    json_open(out, "line", '[');
    add_line(out, r, true);
    json_close(out, ']');
    json_close(out, '}');
    text_add(out, "\n");
}

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

static void add_text(struct text *out, const struct result *r, const struct wishes *wishes)
{
    const struct world *world = r->position->world;
    const char *side = world->game->sides[wishes->side];
    const int moves = r->count.moves, least = r->count.least;
    const char *how = wishes->alone ? "alone on the board" : "if the other side stands still";
    if (moves < 0)
        text_add(out, "no line was found for %s %s; it takes %d move%s at least\n", side, how,
                 least, plural(least));
    else if (race_is_proven(&r->count))
        text_add(out, "%s needs %d move%s %s, proven\n", side, moves, plural(moves), how);
    else
        text_add(out, "%s needs at most %d moves %s, and %d at least\n", side, moves, how, least);
    if (!wishes->alone)
        text_add(out, "the sides are %sdecoupled\n", r->is_decoupled ? "" : "not ");
    if (r->is_won)
        text_add(out, "%s wins the race by %d at least, whatever the other side does: proven\n",
                 side, r->by);
    if (moves >= 0) {
        text_add(out, "line");
        add_line(out, r, false);
        text_add(out, "\n");
    }
    text_add(out, "%" PRIu64 " nodes, %.3f s", r->nodes, r->seconds);
    if (world->game->variants[1].name)
        text_add(out, ", rules: %s", world->game->variants[world->variant].name);
    text_add(out, "\n");
}

static void print_race(const struct command *command, const char *file, const char *side,
                       const char *variant, bool strict, struct wishes *wishes)
{
    struct problem *problem = cli_load(command, file, &game_halma, variant, strict);
    if (position_is_over(problem->position))
        cli_fail(command, "the game is over, there is nothing to race for");
    wishes->side = side ? read_side(command, &game_halma, side) : problem->position->side;
    const struct result result = race(problem->position, wishes);
    struct text out = {0};
    if (wishes->json)
        add_json(&out, &result, wishes);
    else
        add_text(&out, &result, wishes);
    fwrite(out.data, 1, out.length, stdout);
    text_free(&out);
    problem_free(problem);
}

static int run_race(const struct command *command, int argc, char **argv)
{
    const char *variant = NULL, *side = NULL, *agent = NULL;
    bool strict = false, record = false;
    const int at_default = 40;
    int at = -1;
    struct wishes wishes = {.seconds = 1};
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"side", CLI_STRING, &side, 0, 0},
                                    {"alone", CLI_FLAG, &wishes.alone, 0, 0},
                                    {"budget", CLI_SECONDS, &wishes.seconds, 0, 0},
                                    {"nodes", CLI_INT, &wishes.nodes, 1, 1000000000},
                                    {"record", CLI_FLAG, &record, 0, 0},
                                    {"at", CLI_INT, &at, 0, 1000},
                                    {"agent", CLI_STRING, &agent, 0, 0},
                                    {"rules", CLI_STRING, &variant, 0, 0},
                                    {"json", CLI_FLAG, &wishes.json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              1, 1);
    if (wishes.nodes > 0)
        wishes.seconds = 0;
    const struct limits limits = limits_of(&wishes);
    if (record && (side || wishes.alone || variant || strict))
        cli_fail(command, "--side, --alone, --rules and --strict are of no use with --record");
    if (!record && (at >= 0 || agent))
        cli_fail(command, "--at and --agent want --record");
    if (record)
        race_print_gaps(command, argv[0], at >= 0 ? at : at_default, agent, &limits, wishes.json);
    else
        print_race(command, argv[0], side, variant, strict, &wishes);
    return 0;
}

static const struct command command_race = {
    "halma race", "count the moves that a side needs if the other stands still",
    "usage: plywood halma race FILE [--side NAME] [--alone] [--budget S | --nodes N] [--rules R]\n"
    "                          [--json] [--strict]\n"
    "       plywood halma race --record FILE [--at N] [--agent NAME] [--budget S | --nodes N] "
    "[--json]\n\n"
    "Looks for the shortest way to win for one side, the one to move unless --side names it, "
    "while\n"
    "the other side's pieces never move; --alone takes them off the board. Prints the line, its\n"
    "length, and a number of moves that every line has at least: where the two are equal the "
    "count\n"
    "is proven. Without --alone it also tells whether the sides are decoupled, so that nobody\n"
    "touches the other any more without going back, and whether the race is won for certain.\n\n"
    "It takes a CPU second; --budget S takes that many, --nodes N goes by positions instead.\n\n"
    "--record reads the record of a match: for each game that somebody won, or the agent of that\n"
    "name, it tells how many moves the winner made after its first N (40) ones, how many a race\n"
    "from there takes, and the median of the differences.\n",
    run_race};

const struct command *const halma_parts[] = {&command_race, NULL};

static int run(const struct command *command, int argc, char **argv)
{
    const struct command_parts of = {command, halma_parts};
    return parts_run(&of, argc, argv, "[ARGUMENTS]",
                     "plywood halma PART --help tells more; docs/halma.md tells all.\n");
}

const struct command command_halma = {
    "halma", "count the moves that a side still needs",
    "usage: plywood halma race FILE …\n\n"
    "race counts the moves that a side needs if the other stands still.\n"
    "plywood halma PART --help tells more of each.\n",
    run};
