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

static int run(const struct command *command, int argc, char **argv)
{
    struct option_values given = {0};
    struct setup setup = SETUP_DEFAULT;
    const char *file = NULL;
    int depth = 0;
    bool json = false, strict = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"depth", CLI_INT, &depth, 1, 20},
                                    {"size", CLI_INT, &setup.size, 1, BOARD_MAX},
                                    {NULL, CLI_SETUP, &given, 0, 0},
                                    {"seed", CLI_SEED, &setup.seed, 0, 0},
                                    {"rules", CLI_STRING, &setup.variant, 0, 0},
                                    {"position", CLI_STRING, &file, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              1, 1);
    const struct game *game = cli_game(command, argv[0]);
    cli_set_up(command, game, &given, &setup);
    struct problem *problem = cli_start(command, game, file, &setup, strict);
    const struct position *p = problem->position;
    if (position_is_over(p))
        cli_fail(command, "the game is over, there is nothing to search");

    if (depth == 0)
        depth = affordable_depth(p);
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

const struct command command_compare = {
    "compare", "see what pruning, ordering and caching buy",
    "usage: plywood compare GAME [--depth D] [--size N] {options} [--rules R]\n"
    "                       [--seed S] [--position FILE] [--json] [--strict]\n\n"
    "Searches one position to one depth (unless told, one that takes a moment) by minimax and by "
    "alpha-beta, with and\n"
    "without ordering and caching, and shows nodes, table hits and time of each. All of them find\n"
    "the same value; they differ in what it costs.\n",
    run};
