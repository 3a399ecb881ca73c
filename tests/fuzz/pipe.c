/* pipe.c - what a manager may send to the land-bidding agent
 *
 * The first line is the opening, every other one a board. Between the boards the agent answers
 * and learns how its answers are read, as games/reversi/pipe_agent.c does, but with any move that
 * the filter admits instead of the best one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/reversi/reading.h"
#include "games/reversi/reversi.h"
#include "tests/fuzz/fuzz.h"

static struct reversi_opening opening_of(const char *text)
{
    struct reversi_opening opening = {.side = SIDE_FIRST};
    if (reversi_opening_parse(text, &opening)) {
        CLAIM(opening.side == SIDE_FIRST || opening.side == SIDE_SECOND);
        CLAIM(opening.limit >= -1);
        CLAIM(opening.settings == (strchr(text, ',') != NULL));
    }
    return opening;
}

/* A board is one however it is printed: with other brackets and other blanks it stays the same. */
static void check_other_print(int n, reversi_cells cells)
{
    struct text text = {0};
    for (int row = 0; row < n; row++) {
        text_add(&text, row == 0 ? " [\t(" : ",\n(");
        for (int column = 0; column < n; column++)
            text_add(&text, "%d,", cells[row][column]);
        text_add(&text, ")");
    }
    text_add(&text, "\r\n]");
    reversi_cells again;
    struct notes notes = {0};
    int n_again = 0;
    CLAIM(reversi_board_parse(text.data, &n_again, again, &notes, 1) && n_again == n);
    CLAIM(memcmp(cells, again, sizeof again) == 0);
    text_free(&text);
}

/* The problem that a line shows, or NULL. */
static struct problem *board_of(const char *text, int side, int variant)
{
    reversi_cells exact, salvaged;
    int n = 0, n_salvaged = 0;
    struct notes notes = {0}, salvage_notes = {.salvage = true};
    bool good = reversi_board_parse(text, &n, exact, &notes, 1);
    CLAIM(notes.faults == !good);
    bool found = reversi_board_parse(text, &n_salvaged, salvaged, &salvage_notes, 1);
    CLAIM(found || salvage_notes.faults > 0);
    CLAIM(!good || (found && n == n_salvaged && memcmp(exact, salvaged, sizeof exact) == 0));
    if (!found)
        return NULL;
    CLAIM(n_salvaged >= REVERSI_EDGE_MIN && n_salvaged <= REVERSI_EDGE_MAX);
    for (int row = 0; row < REVERSI_EDGE_MAX; row++)
        for (int column = 0; column < REVERSI_EDGE_MAX; column++)
            CLAIM(salvaged[row][column] <=
                  (row < n_salvaged && column < n_salvaged ? SIDE_SECOND + 1 : 0));
    check_other_print(n_salvaged, salvaged);
    return reversi_problem(n_salvaged, (const unsigned char(*)[REVERSI_EDGE_MAX])salvaged, side,
                           variant);
}

/* Some legal move, and if possible one that the reading admits. */
static unsigned pick(struct reversi_reading *reading, const struct position *p,
                     struct random *random)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    unsigned first = random_below(random, (unsigned)count);
    for (unsigned i = 0; i < (unsigned)count; i++) {
        unsigned code = moves[(first + i) % (unsigned)count].code;
        if (reversi_reading_admits(reading, p, code))
            return code;
    }
    return moves[first].code;
}

static void check_answer(const struct text *answer, const struct world *world, unsigned code)
{
    int a, b;
    if (code == REVERSI_PASS) {
        CLAIM(strcmp(answer->data, "pass\n") == 0);
        return;
    }
    CLAIM(sscanf(answer->data, "%d %d\n", &a, &b) == 2);
    CLAIM(reversi_code(world, a, b) == code || reversi_code(world, b, a) == code);
}

static void converse(const struct lines *lines, int variant)
{
    struct reversi_opening opening = opening_of(lines_at(lines, 0).start);
    struct reversi_reading reading = reversi_reading_new(opening.settings ? REVERSI_COLUMN_ROW
                                                                          : REVERSI_ROW_COLUMN);
    struct text answer = {0};
    struct random random = {1};
    for (int i = 1; i < lines->count; i++) {
        struct problem *problem = board_of(lines_at(lines, i).start, opening.side, variant);
        if (!problem || position_is_over(problem->position)) {
            problem_free(problem);
            continue;
        }
        reversi_reading_learn(&reading, problem->position);
        unsigned code = pick(&reading, problem->position, &random);
        text_clear(&answer);
        reversi_reading_answer(&reading, problem, code, &answer);
        check_answer(&answer, problem->world, code);
    }
    text_free(&answer);
    reversi_reading_free(&reading);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count > TEXT_FILE_MAX)
        return 0;
    struct lines lines = lines_cut((const char *)bytes, count);
    converse(&lines, REVERSI_BIDDING);
    converse(&lines, REVERSI_OTHELLO);
    lines_free(&lines);
    return 0;
}
