/* memory.c - what our player remembers of a game of Fruit Rage, as anybody may have changed it
 *
 * playdata.txt has a last line that fits the rest, which no chance finds; so the lines are given to
 * the player as they are. Whatever it makes of them, it remembers the same again, and plays on.
 */
#include <stdlib.h>
#include <string.h>

#include "games/fruit/fruit.h"
#include "search/player.h"
#include "tests/fuzz/fuzz.h"

static struct problem *board(void)
{
    const struct setup setup = {.size = 5, .option = {3}, .seed = 1};
    struct notes notes = {0};
    return game_fruit.create(&setup, &notes);
}

static void check_same_again(const struct player *player, const struct world *world,
                             const struct player_options *options)
{
    struct text said[2] = {{0}, {0}};
    player_remember(player, &said[0]);
    struct player *other = player_new(world, options);
    struct lines lines = lines_cut(said[0].data, said[0].length);
    CLAIM(player_recall(other, &lines, NULL));
    player_remember(other, &said[1]);
    CLAIM(strcmp(said[0].data, said[1].data) == 0);
    lines_free(&lines);
    player_free(other);
    text_free(&said[0]);
    text_free(&said[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    const struct player_options options = {.search.hash_bytes = 1 << 16};
    const struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 3000};
    struct problem *problem = board();
    struct player *player = player_new(problem->world, &options);
    struct lines lines = lines_cut((const char *)bytes, count);
    if (player_recall(player, &lines, NULL))
        check_same_again(player, problem->world, &options);
    player_set_score(player, problem->position);
    struct search_result result = player_think(
        player, &(struct player_turn){.position = problem->position, .limits = &limits});
    CLAIM(position_has_move(problem->position, result.move));
    lines_free(&lines);
    player_free(player);
    problem_free(problem);
    return 0;
}
