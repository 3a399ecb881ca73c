/* plywood perft - counts positions, to check the move generators */
#include "game/perft.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/json.h"
#include "cmd/commands.h"

struct options {
    struct cli_board board;
    const char *file;
    bool json, strict;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct setup setup;
    struct options o = {.board = CLI_BOARD_USUAL};
    cli_parse(command, argc, argv, &o);
    const struct game *game = cli_game(command, argv[0]);
    cli_set_up(command, game, &o.board, &setup);
    int depth = cli_integer(command, "depth", argv[1], 0, 60);
    struct problem *problem = cli_start(command, game, o.file, &setup, o.strict);
    bool keeps_ends = game->variants[problem->world->variant].counts_ends;
    for (int d = 1; d <= depth; d++) {
        double began = clock_seconds(CLOCK_OF_PROCESS);
        uint64_t count = perft(problem->position, d, keeps_ends);
        double seconds = clock_seconds(CLOCK_OF_PROCESS) - began;
        if (o.json) {
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

static const struct cli_option option_table[] = {
    CLI_JSON(struct options, json),
    {.help = "Start"},
    CLI_POSITION(struct options, file),
    CLI_STRICT(struct options, strict),
    CLI_BOARD(struct options, board),
    CLI_SEED(struct options, board.setup.seed, "seed of a random board", "1"),
    {0},
};

static const struct cli_place place_table[] = {
    CLI_THE_GAME,
    {"DEPTH", "count up to this depth", 1, 1},
    {0},
};

const struct command command_perft = {
    .name = "perft",
    .summary = "count the positions at each depth",
    .places = place_table,
    .options = option_table,
    .examples = "perft {game} 2\n"
                "perft {game} 2 --seed 7",
    .details = "For each depth from 1 on it prints a line 'depth count': the number of positions\n"
               "after exactly that many plies. A pass is a ply. A finished game has no children,\n"
               "except by rules whose published tables count it on.\n",
    .run = run,
};
