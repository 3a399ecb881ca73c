/* plywood perft - counts positions, to check the move generators */
#include "game/perft.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/json.h"
#include "cmd/commands.h"

static int run(const struct command *command, int argc, char **argv)
{
    struct option_values given = {0};
    struct setup setup = SETUP_DEFAULT;
    const char *file = NULL;
    bool json = false, strict = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"size", CLI_INT, &setup.size, 1, BOARD_MAX},
                                    {NULL, CLI_SETUP, &given, 0, 0},
                                    {"seed", CLI_SEED, &setup.seed, 0, 0},
                                    {"rules", CLI_STRING, &setup.variant, 0, 0},
                                    {"position", CLI_STRING, &file, 0, 0},
                                    {"json", CLI_FLAG, &json, 0, 0},
                                    {"strict", CLI_FLAG, &strict, 0, 0},
                                    {0}},
              2, 2);
    const struct game *game = cli_game(command, argv[0]);
    cli_set_up(command, game, &given, &setup);
    int depth = cli_integer(command, "depth", argv[1], 0, 60);
    struct problem *problem = cli_start(command, game, file, &setup, strict);
    bool keeps_ends = game->variants[problem->world->variant].counts_ends;
    for (int d = 1; d <= depth; d++) {
        double began = clock_seconds(CLOCK_OF_PROCESS);
        uint64_t count = perft(problem->position, d, keeps_ends);
        double seconds = clock_seconds(CLOCK_OF_PROCESS) - began;
        if (json) {
            struct text out = {0};
            json_open(&out, NULL, '{');
            json_put_integer(&out, "depth", d);
            json_put_integer(&out, "count", (int64_t)count);
            json_put_number(&out, "seconds", seconds);
            json_close(&out, '}');
            printf("%s\n", out.data);
            text_free(&out);
        } else {
            printf("%d %" PRIu64 "\n", d, count);
        }
        fflush(stdout);
    }
    problem_free(problem);
    return 0;
}

const struct command command_perft = {
    "perft", "count the positions at each depth",
    "usage: plywood perft GAME DEPTH [--size N] {options} [--seed S] [--rules R]\n"
    "                     [--position FILE] [--json] [--strict]\n\n"
    "Prints a line 'depth count' for each depth from 1 on: the positions after exactly that many\n"
    "plies. A pass is a ply. A finished game has no children, except by rules whose published "
    "tables\n"
    "count it on.\n",
    run};
