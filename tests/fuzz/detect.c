/* detect.c - which game is it? and the drop-in agent's way from there to a move
 *
 * A file that is intact for one game only is taken for that game. Whatever is salvaged from a
 * damaged one can be searched, if it has a move at all, and the move found is legal.
 */
#include "game/registry.h"
#include "search/player.h"
#include "tests/fuzz/fuzz.h"

/* The game whose exact reader has nothing to say against the file; NULL if there is none or if
 * there are several. */
static const struct game *only_owner(const struct lines *lines)
{
    const struct game *owner = NULL;
    int owners = 0;
    for (int i = 0; games[i]; i++) {
        struct notes notes = {0};
        struct problem *problem = games[i]->read(lines, NULL, &notes);
        if (problem && notes.remarks == 0) {
            owner = games[i];
            owners++;
        }
        problem_free(problem);
    }
    return owners == 1 ? owner : NULL;
}

static void search(const struct problem *problem)
{
    struct search_options options = {.hash_bytes = 1 << 16,
                                     .admits = player_filter(problem->world->game)};
    struct search *search = search_new(problem->world, &options);
    struct limits limits = {.depth = 2, .nodes = 300};
    struct search_result result = search_run(search, problem->position, &limits, NULL, NULL);
    fuzz_check_legal(problem->position, result.move);
    search_free(search);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count > TEXT_FILE_MAX)
        return 0;
    struct lines lines = lines_cut((const char *)bytes, count);
    const struct game *game = game_of_lines(&lines), *owner = only_owner(&lines);
    CLAIM(!owner || game == owner);
    struct notes notes = {.salvage = true};
    struct problem *problem = game ? game->read(&lines, NULL, &notes) : NULL;
    lines_free(&lines);
    if (problem && !position_is_over(problem->position))
        search(problem);
    problem_free(problem);
    return 0;
}
