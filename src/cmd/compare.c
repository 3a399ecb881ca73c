/* plywood compare - what each idea of the textbook buys, on one position at one depth */
#include <stdio.h>

#include "agents/textbook.h"
#include "base/json.h"
#include "cmd/commands.h"

static const struct {
    const char *name;
    struct textbook_options options;
} methods[] = {
    {"minimax", {0}},
    {"minimax, caching", {.caching = true}},
    {"alpha-beta", {.pruning = true}},
    {"alpha-beta, ordering", {.pruning = true, .ordering = true}},
    {"alpha-beta, caching", {.pruning = true, .caching = true}},
    {"alpha-beta, both", {.pruning = true, .ordering = true, .caching = true}},
};

enum { METHODS = sizeof methods / sizeof *methods };

static void add_json(struct text *out, const char *name, const char *move, double value,
                     const struct textbook_result *r)
{
    json_open(out, NULL, '{');
    json_put_string(out, "method", name);
    json_put_string(out, "move", move);
    json_put_number(out, "value", value);
    json_put_integer(out, "nodes", (int64_t)r->nodes);
    json_put_integer(out, "table_hits", (int64_t)r->cache_hits);
    json_put_number(out, "seconds", r->seconds);
    json_close(out, '}');
}

/* As deep as plain minimax gets with some hundred thousand positions: deep enough for the ideas to
 * show, and done in a moment. */
static int affordable_depth(const struct position *p)
{
    const uint64_t enough = 1000000;
    uint64_t before = 1;
    for (int depth = 1;; depth++) {
        uint64_t nodes = textbook_search(p, &(struct textbook_options){.depth = depth}).nodes;
        if (depth == 12 || nodes * (nodes / before + 1) > enough || nodes == before)
            return depth;
        before = nodes;
    }
}

struct options {
    struct cli_board board;
    const char *file;
    int depth;
    bool json, strict;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct setup setup;
    struct options o = {.board = CLI_BOARD_USUAL};
    cli_parse(command, argc, argv, &o);
    const bool json = o.json;
    const struct game *game = cli_game(command, argv[0]);
    cli_set_up(command, game, &o.board, &setup);
    struct problem *problem = cli_start(command, game, o.file, &setup, o.strict);
    const struct position *p = problem->position;
    if (position_is_over(p))
        cli_fail(command, "the game is over, there is nothing to search");

    const int depth = o.depth > 0 ? o.depth : affordable_depth(p);
    struct text out = {0};
    if (json)
        json_open(&out, NULL, '[');
    else
        printf("%s, depth %d\n%-22s %-12s %8s %12s %12s %9s %9s\n", game->title, depth, "method",
               "move", "value", "nodes", "table hits", "seconds", "of nodes");
    uint64_t all = 0;
    for (int i = 0; i < METHODS; i++) {
        struct textbook_options options = methods[i].options;
        options.depth = depth;
        struct textbook_result r = textbook_search(p, &options);
        char move[MOVE_NAME_MAX];
        game->move_name(p, r.move, move);
        double value = (double)r.value / game->unit;
        if (i == 0)
            all = r.nodes;
        if (json)
            add_json(&out, methods[i].name, move, value, &r);
        else
            printf("%-22s %-12s %8.1f %12llu %12llu %9.3f %8.2f%%\n", methods[i].name, move, value,
                   (unsigned long long)r.nodes, (unsigned long long)r.cache_hits, r.seconds,
                   100.0 * (double)r.nodes / (double)all);
        fflush(stdout);
    }
    if (json) {
        json_close(&out, ']');
        printf("%s\n", out.data);
        text_free(&out);
    }
    problem_free(problem);
    return 0;
}

static const struct cli_option option_table[] = {
    {"depth", "D", "the depth of the search; else one that takes a moment",
     CLI_INT(struct options, depth, 1, 20)},
    CLI_JSON(struct options, json),
    {.help = "Start"},
    CLI_POSITION(struct options, file),
    CLI_STRICT(struct options, strict),
    CLI_BOARD(struct options, board),
    CLI_SEED(struct options, board.setup.seed, "seed of a random board", "1"),
    {0},
};

static const struct cli_place place_table[] = {CLI_THE_GAME, {0}};

const struct command command_compare = {
    .name = "compare",
    .summary = "see what pruning, ordering and caching buy",
    .places = place_table,
    .options = option_table,
    .examples = "compare {game}\n"
                "compare {game} --depth 2",
    .details =
        "It searches one position to one depth by minimax and by alpha-beta, with and without\n"
        "ordering and caching. For each it prints the nodes, the table hits and the time. All\n"
        "of them find the same value; they differ in what it costs.\n",
    .run = run,
};
