/* plywood games - what can be played, and by whom */
#include <stdio.h>

#include "agents/agent.h"
#include "base/json.h"
#include "cmd/commands.h"
#include "game/registry.h"
#include "screens/fit.h"
#include "screens/game_json.h"

static void add_json(struct text *out, const struct game *game)
{
    json_open(out, NULL, '{');
    json_game_members(out, game);
    json_close(out, '}');
}

static void add_row(struct text *out, const struct game *game)
{
    text_add(out, "  %-8s %-16s size %2d to %2d (%d)", game->name, game->title, game->size_min,
             game->size_max, game->size_default);
    if (game->size_solved > 0)
        text_add(out, ", solved up to %d", game->size_solved);
    for (int i = 0; i < game_option_count(game); i++) {
        const struct setup_option *option = &game->options[i];
        if (option->standard >= 0)
            text_add(out, ", %d to %d %s (%d)", option->min, option->max, option->name,
                     option->standard);
    }
    if (game->variants[1].name) {
        text_add(out, ", rules:");
        for (int i = 0; game->variants[i].name; i++)
            text_add(out, "%s%s", i ? ", " : " ", game->variants[i].name);
    }
    if (game->game_seconds > 0)
        text_add(out, "; %g s a side", game->game_seconds);
    if (game->move_seconds > 0)
        text_add(out, "; %g s a move", game->move_seconds);
    text_add(out, " (%s clock)\n", game->clock == CLOCK_CPU ? "CPU" : "wall");
}

struct options {
    bool json;
};

static const struct cli_option option_table[] = {CLI_JSON(struct options, json), {0}};

static int run(const struct command *command, int argc, char **argv)
{
    struct options o = {0};
    cli_parse(command, argc, argv, &o);
    const bool json = o.json;
    struct text out = {0};
    if (json)
        json_open(&out, NULL, '[');
    else
        text_add(&out, "Games (defaults in brackets, the first rules are the default):\n\n");
    for (int i = 0; games[i]; i++) {
        if (json)
            add_json(&out, games[i]);
        else
            add_row(&out, games[i]);
    }
    if (json) {
        json_close(&out, ']');
        text_add(&out, "\n");
        fwrite(out.data, 1, out.length, stdout);
    } else {
        struct text fitted = {0};
        text_add(&out, "\nAgents:\n\n");
        agent_help(&out);
        fit_text(out.data, FIT_USUAL, &fitted);
        fwrite(fitted.data, 1, fitted.length, stdout);
        text_free(&fitted);
    }
    text_free(&out);
    return 0;
}

const struct command command_games = {
    .name = "games",
    .summary = "list the games, their sizes and rules, and the agents",
    .options = option_table,
    .examples = "games\n"
                "games --json",
    .details =
        "For each game it tells the sizes of the board, the options of the set-up, the rules\n"
        "and the clocks. For each agent it tells its own options.\n",
    .run = run,
};
