#include "screens/game_json.h"

#include "base/json.h"

static void json_number_or_null(struct text *out, const char *name, double value)
{
    if (value > 0)
        json_put_number(out, name, value);
    else
        json_put_null(out, name);
}

void json_game_members(struct text *out, const struct game *game)
{
    json_put_string(out, "name", game->name);
    json_put_string(out, "title", game->title);
    json_open(out, "sides", '[');
    json_put_string(out, NULL, game->sides[0]);
    json_put_string(out, NULL, game->sides[1]);
    json_close(out, ']');
    json_put_string(out, "legend", game->legend);
    json_open(out, "rules", '[');
    for (int i = 0; game->variants[i]; i++)
        json_put_string(out, NULL, game->variants[i]);
    json_close(out, ']');
    json_open(out, "size", '{');
    json_put_integer(out, "min", game->size_min);
    json_put_integer(out, "max", game->size_max);
    json_put_integer(out, "default", game->size_default);
    json_close(out, '}');
    if (game->kinds_max > 0) {
        json_open(out, "kinds", '{');
        json_put_integer(out, "max", game->kinds_max);
        json_put_integer(out, "default", game->kinds_default);
        json_close(out, '}');
    } else {
        json_put_null(out, "kinds");
    }
    json_put_bool(out, "blocks", game->has_blocks);
    json_put_string(out, "clock", game->clock == CLOCK_CPU ? "cpu" : "wall");
    json_number_or_null(out, "game_seconds", game->game_seconds);
    json_number_or_null(out, "move_seconds", game->move_seconds);
}
