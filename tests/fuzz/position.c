/* position.c - the position files of one game, FUZZ_GAME
 *
 * The exact reader takes all of a file or nothing, and says why; the salvaging reader takes at
 * least what the exact one takes, and takes it for the same. Whatever either reads is a position
 * like any other.
 */
#include <math.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

extern const struct game FUZZ_GAME;

static void claim_equal(const struct problem *a, const struct problem *b)
{
    struct text first = {0}, second = {0};
    FUZZ_GAME.write(a->position, a->seconds, a->single, &first);
    FUZZ_GAME.write(b->position, b->seconds, b->single, &second);
    CLAIM(strcmp(first.data, second.data) == 0);
    CLAIM(a->position->key == b->position->key);
    text_free(&first);
    text_free(&second);
}

static void check(const struct lines *lines, const char *variant)
{
    struct notes notes = {.file = "input.txt"}, salvage_notes = {.salvage = true};
    struct problem *exact = FUZZ_GAME.read(lines, variant, &notes);
    CLAIM(notes.faults == (exact ? 0 : 1));
    CLAIM(exact || notes_why(&notes)[0]);
    struct problem *salvaged = FUZZ_GAME.read(lines, variant, &salvage_notes);
    CLAIM(salvaged ? isfinite(salvaged->seconds) : salvage_notes.faults > 0);

    if (exact) {
        CLAIM(FUZZ_GAME.recognise(lines));
        CLAIM(salvaged && salvage_notes.faults == 0);
        claim_equal(exact, salvaged);
        fuzz_check_problem(exact, false);
    }
    /* of a decided game the exact reader alone says so */
    if (salvaged && (!exact || exact->position->over))
        fuzz_check_problem(salvaged, true);
    problem_free(exact);
    problem_free(salvaged);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count > TEXT_FILE_MAX)
        return 0;
    struct lines lines = lines_cut((const char *)bytes, count);
    for (int i = 0; FUZZ_GAME.variants[i].name; i++)
        check(&lines, FUZZ_GAME.variants[i].name);
    lines_free(&lines);
    return 0;
}
