/* memory.c - what our player remembers of a game of Fruit Rage, as anybody may have changed it
 *
 * playdata.txt has a last line that fits the rest, which no chance finds; so the lines are given to
 * the player as they are. Whatever it makes of them, it remembers the same again, and plays on.
 */
#include <stdlib.h>
#include <string.h>

#include "agents/choose.h"
#include "tests/fuzz/fuzz.h"
#include "games/fruit/fruit.h"

static struct problem *board(void)
{
    const struct setup setup = {.size = 5, .option = {3}, .seed = 1};
    struct notes notes = {0};
    return game_fruit.create(&setup, &notes);
}

static void check_same_again(const struct chooser *chooser, const struct world *world,
                             const struct chooser_options *options)
{
    struct text said[2] = {{0}, {0}};
    chooser_remember(chooser, &said[0]);
    struct chooser *other = chooser_new(world, options);
    struct lines lines = lines_cut(said[0].data, said[0].length);
    CLAIM(chooser_recall(other, &lines));
    chooser_remember(other, &said[1]);
    CLAIM(strcmp(said[0].data, said[1].data) == 0);
    lines_free(&lines);
    chooser_free(other);
    text_free(&said[0]);
    text_free(&said[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    const struct chooser_options options = {.search.hash_bytes = 1 << 16};
    const struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 3000};
    struct problem *problem = board();
    struct chooser *chooser = chooser_new(problem->world, &options);
    struct lines lines = lines_cut((const char *)bytes, count);
    if (chooser_recall(chooser, &lines))
        check_same_again(chooser, problem->world, &options);
    chooser_set_score(chooser, problem->position);
    struct search_result result = chooser_run(chooser, problem->position, &limits, NULL, NULL);
    CLAIM(position_has_move(problem->position, result.move));
    lines_free(&lines);
    chooser_free(chooser);
    problem_free(problem);
    return 0;
}
