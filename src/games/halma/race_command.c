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

enum { AT_USUAL = 40 };

struct options {
    struct cli_reading reading;
    struct wishes wishes;
    const char *side, *agent;
    int at;
    bool record;
};

static int run_race(const struct command *command, int argc, char **argv)
{
    struct options o = {.at = -1};
    cli_parse(command, argc, argv, &o);
    struct wishes *wishes = &o.wishes;
    if (wishes->nodes > 0)
        wishes->seconds = 0;
    const struct limits limits = limits_of(wishes);
    if (o.record && (o.side || wishes->alone || o.reading.variant || o.reading.strict))
        cli_fail(command, "--side, --alone, --rules and --strict are of no use with --record");
    if (!o.record && (o.at >= 0 || o.agent))
        cli_fail(command, "--at and --agent want --record");
    if (o.record)
        race_print_gaps(command, argv[0], o.at >= 0 ? o.at : AT_USUAL, o.agent, &limits,
                        wishes->json);
    else
        print_race(command, argv[0], o.side, o.reading.variant, o.reading.strict, wishes);
    return 0;
}

static const struct cli_option race_table[] = {
    {"side", "NAME", "the side that races; else the one to move", CLI_STRING(struct options, side)},
    {"alone", NULL, "take the other side's pieces off the board",
     CLI_FLAG(struct options, wishes.alone)},
    {"budget", "S", "CPU seconds to search", CLI_SECONDS(struct options, wishes.seconds),
     .usual = "1"},
    {"nodes", "N", "search this many positions instead",
     CLI_INT(struct options, wishes.nodes, 1, 1000000000)},
    CLI_JSON(struct options, wishes.json),
    CLI_READING(struct options, reading),
    {.help = "Instead"},
    {"record", NULL, "look at the record of a match", CLI_FLAG(struct options, record)},
    {"at", "N", "the moves of the winner before the race", CLI_INT(struct options, at, 0, 1000),
     .standard = AT_USUAL},
    {"agent", "NAME", "look at the games that this agent won; else at all that were won",
     CLI_STRING(struct options, agent)},
    {0},
};

static const struct cli_place race_places[] = {
    {"FILE", "an input.txt of the game, or - for standard input", 1, 1}, {0}};

static const struct command command_race = {
    .name = "halma race",
    .summary = "count the moves that a side needs if the other stands still",
    .places = race_places,
    .options = race_table,
    .forms = "--record FILE [--at N] [--agent NAME] [--budget S | --nodes N] [--json]",
    .examples = "halma race input.txt\n"
                "halma race --record match.jsonl --nodes 1000",
    .details =
        "It looks for the shortest way to win for one side while the other side's pieces\n"
        "never move. It prints the line, its length, and a number of moves that every line\n"
        "has at least. Where the two are equal the count is proven. Without --alone it also\n"
        "tells whether the sides are decoupled, so that neither touches the other any more\n"
        "without going back, and whether the race is won for certain.\n"
        "\n"
        "--record reads the record of a match. For each game that was won it tells how many\n"
        "moves the winner made after its first N, how many moves a race from there takes, and\n"
        "the median of the differences.\n",
    .run = run_race,
};

const struct command *const halma_parts[] = {&command_race, NULL};

static int run(const struct command *command, int argc, char **argv)
{
    const struct command_parts of = {command, halma_parts};
    return parts_run(&of, argc, argv);
}

static const struct cli_place place_table[] = {PARTS_PLACE, PARTS_ARGUMENTS, {0}};

const struct command command_halma = {
    .name = "halma",
    .summary = "count the moves that a side still needs",
    .places = place_table,
    .examples = "halma race input.txt",
    .details = "docs/halma.md tells all.\n",
    .run = run,
};
