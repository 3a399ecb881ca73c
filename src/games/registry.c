#include "game/registry.h"

extern const struct game game_fruit, game_halma, game_reversi, game_laser;

/* To add a game: its folder, and its name in the two lists here. A game whose file has a telling
 * first line comes before one that is known by its digits. */
const struct game *const games[] = {
    &game_halma, &game_reversi, &game_fruit, &game_laser, NULL,
};
