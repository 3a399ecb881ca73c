/* plywood new - a fresh or random position as an input file */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cmd/commands.h"
#include "game/opening.h"
#include "game/session.h"

struct options {
    struct cli_board board;
    const char *output;
    int plies;
    double seconds;
    bool single;
};

static int run(const struct command *command, int argc, char **argv)
{
    struct setup setup;
    struct options o = {.board = CLI_BOARD_USUAL};
    cli_parse(command, argc, argv, &o);
    const struct game *game = cli_game(command, argv[0]);
    cli_set_up(command, game, &o.board, &setup);
    struct problem *problem = cli_create(command, game, &setup);
    struct session *session = opening_session(problem->position, 0, o.plies, setup.seed);
    if (session->count < o.plies || position_is_over(session_now(session)))
        cli_fail(command, "--random: no game of %s goes on after %d plies", game->title, o.plies);
    struct text out = {0};
    game->write(session_now(session), o.seconds > 0 ? o.seconds : game->game_seconds, o.single,
                &out);
    if (strcmp(o.output, "-") == 0)
        fwrite(out.data, 1, out.length, stdout);
    else if (!file_replace(o.output, out.data, out.length))
        cli_cannot(command, "%s: %s", o.output, strerror(errno));
    text_free(&out);
    session_free(session);
    problem_free(problem);
    return 0;
}

static const struct cli_option option_table[] = {
    {"random", "PLIES", "make this many random moves first",
     CLI_INT(struct options, plies, 0, 10000), .usual = "0"},
    CLI_SEED(struct options, board.setup.seed, "seed of what is drawn", "1"),
    {"time", "T", "the remaining seconds in the file; else the game's own",
     CLI_SECONDS(struct options, seconds)},
    {"single", NULL, "ask for one move alone, in games that know that",
     CLI_FLAG(struct options, single)},
    {"output", "FILE", "where it goes (-o for short), - for standard output",
     CLI_STRING(struct options, output), .usual = "-"},
    CLI_BOARD(struct options, board),
    {0},
};

static const struct cli_place place_table[] = {CLI_THE_GAME, {0}};

const struct command command_new = {
    .name = "new",
    .summary = "write the input file of a fresh or random position",
    .places = place_table,
    .options = option_table,
    .examples = "new {game} --seed 7\n"
                "new {game} --random 20 -o input.txt",
    .details = "In the position the side to move has a move. The same call writes the same file.\n",
    .run = run,
};
