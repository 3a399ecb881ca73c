/* plywood bench - a fixed amount of search, as a signature and as a measure of speed
 *
 * The node count of fixed positions at fixed depths on one thread is a fingerprint of the search:
 * a change that is meant to change nothing leaves it as it is. The positions are a part of each
 * game's course; a game without a course is left out.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/json.h"
#include "cmd/commands.h"
#include "game/course.h"
#include "game/registry.h"
#include "search/search.h"

struct measure {
    uint64_t nodes;
    double seconds;
};

static struct measure search_row(const struct command *command, const struct game *game,
                                 const struct bench_row *row)
{
    struct problem *problem = cli_create(command, game, &row->setup);
    problem_play_random(problem, row->setup.seed, row->plies);
    struct measure measure = {0};
    if (!position_is_over(problem->position)) {
        struct search_options options = {.hash_bytes = 16 << 20};
        struct search *search = search_new(problem->world, &options);
        struct limits limits = {.source = CLOCK_OF_PROCESS,
                                .started = clock_seconds(CLOCK_OF_PROCESS),
                                .depth = row->depth};
        struct search_result result = search_run(search, problem->position, &limits, NULL, NULL);
        measure = (struct measure){result.nodes, result.seconds};
        search_free(search);
    }
    problem_free(problem);
    return measure;
}

struct options {
    bool json;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    const bool json = o.json;
    struct measure total = {0};
    struct text out = {0};
    json_open(&out, NULL, '{');
    for (int g = 0; games[g]; g++) {
        struct measure sum = {0};
        if (!games[g]->course)
            continue;
        for (const struct bench_row *row = games[g]->course->bench; row->depth > 0; row++) {
            struct measure m = search_row(command, games[g], row);
            sum.nodes += m.nodes;
            sum.seconds += m.seconds;
        }
        total.nodes += sum.nodes;
        total.seconds += sum.seconds;
        json_open(&out, games[g]->name, '{');
        json_put_integer(&out, "nodes", (int64_t)sum.nodes);
        json_put_number(&out, "nodes_per_second", (double)sum.nodes / sum.seconds);
        json_close(&out, '}');
        if (!json)
            printf("%-8s %10" PRIu64 " nodes %8.2f s %10.0f nodes/s\n", games[g]->name, sum.nodes,
                   sum.seconds, (double)sum.nodes / sum.seconds);
        fflush(stdout);
    }
    json_put_integer(&out, "signature", (int64_t)total.nodes);
    json_close(&out, '}');
    if (json)
        printf("%s\n", out.data);
    else
        printf("signature %" PRIu64 "\n", total.nodes);
    text_free(&out);
    return 0;
}

static const struct cli_option option_table[] = {CLI_JSON(struct options, json), {0}};

const struct command command_bench = {
    .name = "bench",
    .summary = "search fixed positions: a signature and the speed",
    .options = option_table,
    .examples = "bench\n"
                "bench --json",
    .details =
        "It searches fixed positions of every game to fixed depths on one thread, and prints\n"
        "the nodes and the nodes a second of each game. The sum of the nodes is the signature\n"
        "of the search. Nothing in it is drawn.\n",
    .run = run,
};
