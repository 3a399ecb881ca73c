#include "screens/game_json.h"

#include "base/json.h"
#include "game/options.h"

static void json_number_or_null(struct text *out, const char *name, double value)
{
    if (value > 0)
        json_put_number(out, name, value);
    else
        json_put_null(out, name);
}

/* Adds a member for every option that some game has: the option's range in this game if its default
 * is fixed, else whether this game has the option. */
static void json_options(struct text *out, const struct game *game)
{
    struct setup_option names[OPTION_NAMES_MAX];
    int count = option_names(names);
    for (int i = 0; i < count; i++) {
        int row = option_row(game, names[i].name);
        if (names[i].standard < 0) {
            json_put_bool(out, names[i].name, row >= 0);
        } else if (row < 0) {
            json_put_null(out, names[i].name);
        } else {
            json_open(out, names[i].name, '{');
            json_put_integer(out, "max", game->options[row].max);
            json_put_integer(out, "default", game->options[row].standard);
            json_close(out, '}');
        }
    }
}

void json_game_members(struct text *out, const struct game *game)
{
    json_put_string(out, "name", game->name);
    json_put_string(out, "title", game->title);
    json_open(out, "sides", '[');
    json_put_string(out, NULL, game->sides[0]);
    json_put_string(out, NULL, game->sides[1]);
    json_close(out, ']');
    json_put_string(out, "goal", game->goal);
    json_put_string(out, "legend", game->legend);
    json_open(out, "rules", '[');
    for (int i = 0; game->variants[i].name; i++)
        json_put_string(out, NULL, game->variants[i].name);
    json_close(out, ']');
    json_open(out, "rules_meaning", '[');
    for (int i = 0; game->variants[i].name; i++)
        json_put_string(out, NULL, game->variants[i].meaning);
    json_close(out, ']');
    json_open(out, "size", '{');
    json_put_integer(out, "min", game->size_min);
    json_put_integer(out, "max", game->size_max);
    json_put_integer(out, "default", game->size_default);
    json_close(out, '}');
    json_options(out, game);
    json_put_string(out, "clock", game->clock == CLOCK_CPU ? "cpu" : "wall");
    json_number_or_null(out, "game_seconds", game->game_seconds);
    json_number_or_null(out, "move_seconds", game->move_seconds);
}
