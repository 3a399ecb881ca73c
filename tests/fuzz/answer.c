/* answer.c - the answer files and the move names of one game, FUZZ_GAME
 *
 * Two bytes choose a position, the rest is the answer. What is accepted is a legal move, and the
 * same one however it is written; what is not accepted has a reason.
 */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tests/fuzz/fuzz.h"

extern const struct game FUZZ_GAME;

/* A new game of some size and variant, and some random moves into it. */
static struct problem *choose_position(uint8_t start, uint8_t way)
{
    int sizes = FUZZ_GAME.size_max - FUZZ_GAME.size_min + 1;
    int variants = 0;
    while (FUZZ_GAME.variants[variants].name)
        variants++;
    struct setup setup = {.size = FUZZ_GAME.size_min + start % sizes,
                          .variant = FUZZ_GAME.variants[start / sizes % variants].name,
                          .option = {-1},
                          .seed = way};
    struct notes notes = {0};
    struct problem *problem = FUZZ_GAME.create(&setup, &notes);
    CLAIM(problem && notes.faults == 0);
    struct random random = {way};
    for (int ply = 0; ply < (way & 63); ply++) {
        struct move moves[MOVES_MAX];
        int count = problem->world->rules->moves(problem->position, moves);
        if (count == 0)
            break;
        struct position *child = position_new(problem->world);
        unsigned code = moves[random_below(&random, (unsigned)count)].code;
        problem->world->rules->play(problem->position, code, child);
        free(problem->position);
        problem->position = child;
    }
    return problem;
}

static bool parse(const struct position *p, const char *text, unsigned *code)
{
    struct notes notes = {0};
    bool good = FUZZ_GAME.move_parse(p, text, code, &notes);
    CLAIM(notes.faults == !good);
    CLAIM(good || notes_why(&notes)[0]);
    if (good)
        fuzz_check_legal(p, *code);
    return good;
}

static bool judge(const struct position *p, const char *answer, size_t length, unsigned *code)
{
    struct notes notes = {.file = "output.txt"};
    struct lines lines = lines_cut(answer, length);
    bool good = FUZZ_GAME.answer_read(p, &lines, code, &notes);
    CLAIM(notes.faults == !good);
    CLAIM(good || notes_why(&notes)[0]);
    if (good)
        fuzz_check_legal(p, *code);
    /* an answer of one line is a way to write the move, too */
    unsigned parsed;
    if (good && lines.count == 1)
        CLAIM(parse(p, lines_at(&lines, 0).start, &parsed) && parsed == *code);
    lines_free(&lines);
    return good;
}

/* An accepted move in our own writing is accepted as the same move. */
static void check_writing(const struct position *p, unsigned code)
{
    char name[MOVE_NAME_MAX];
    unsigned found;
    FUZZ_GAME.move_name(p, code, name);
    CLAIM(parse(p, name, &found) && found == code);
    struct text answer = {0};
    FUZZ_GAME.answer_write(p, code, &answer);
    CLAIM(judge(p, answer.data, answer.length, &found) && found == code);
    text_free(&answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 2 || count > TEXT_FILE_MAX)
        return 0;
    struct problem *problem = choose_position(bytes[0], bytes[1]);
    const struct position *p = problem->position;
    unsigned code;
    if (judge(p, (const char *)bytes + 2, count - 2, &code))
        check_writing(p, code);
    char *text = fuzz_string(bytes + 2, count - 2);
    if (parse(p, text, &code))
        check_writing(p, code);
    free(text);
    problem_free(problem);
    return 0;
}
