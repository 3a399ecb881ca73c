/* The registry of the second plywood: the games that are shipped, and five in a row. */
#include "game/registry.h"
#include "cmd/parts.h"

extern const struct game game_fruit, game_halma, game_reversi, game_laser, game_five;

const struct game *const games[] = {
    &game_halma, &game_reversi, &game_five, &game_fruit, &game_laser, NULL,
};

/* None of them adds commands here. */
const struct command_parts game_commands[] = {{0}};
