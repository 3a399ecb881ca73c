/* plywood new - a fresh or random position as an input file */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cmd/commands.h"
#include "game/opening.h"
#include "game/session.h"

static int run(const struct command *command, int argc, char **argv)
{
    struct option_values given = {0};
    struct setup setup = SETUP_DEFAULT;
    const char *output = "-";
    int plies = 0;
    double seconds = 0;
    bool single = false;
    cli_parse(command, argc, argv,
              (struct cli_option[]){{"size", CLI_INT, &setup.size, 1, BOARD_MAX},
                                    {NULL, CLI_SETUP, &given, 0, 0},
                                    {"rules", CLI_STRING, &setup.variant, 0, 0},
                                    {"random", CLI_INT, &plies, 0, 10000},
                                    {"seed", CLI_SEED, &setup.seed, 0, 0},
                                    {"time", CLI_SECONDS, &seconds, 0, 0},
                                    {"single", CLI_FLAG, &single, 0, 0},
                                    {"output", CLI_STRING, &output, 0, 0},
                                    {0}},
              1, 1);
    const struct game *game = cli_game(command, argv[0]);
    cli_set_up(command, game, &given, &setup);
    struct problem *problem = cli_create(command, game, &setup);
    struct session *session = opening_session(problem->position, 0, plies, setup.seed);
    if (session->count < plies || position_is_over(session_now(session)))
        cli_fail(command, "--random: no game of %s goes on after %d plies", game->title, plies);
    struct text out = {0};
    game->write(session_now(session), seconds > 0 ? seconds : game->game_seconds, single, &out);
    if (strcmp(output, "-") == 0)
        fwrite(out.data, 1, out.length, stdout);
    else if (!file_replace(output, out.data, out.length))
        cli_cannot(command, "%s: %s", output, strerror(errno));
    text_free(&out);
    session_free(session);
    problem_free(problem);
    return 0;
}

const struct command command_new = {
    "new", "write the input file of a fresh or random position",
    "usage: plywood new GAME [--size N] {options} [--rules R] [--random PLIES] [--seed S] [--time "
    "T]\n"
    "                   [--single] [-o FILE]\n\n"
    "Prints the position file of a new game, or of one in which PLIES random moves were made, in\n"
    "which the side to move has a move; -o writes it to FILE. The same seed gives the same file. T "
    "is\n"
    "the remaining time in it; --single asks for one move alone, where a game makes a "
    "difference.\n",
    run};
