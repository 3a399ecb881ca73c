/* What games tell about positions besides a value (game/facts.h) is true of games that are played.
 */
#include <string.h>

#include "game/facts.h"
#include "games/halma/halma.h"
#include "games/reversi/reversi.h"
#include "tests/check.h"

/* A square that is called safe stays with its side to the end. */
static void safe_squares_stay(void **state)
{
    (void)state;
    int told = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const struct setup setup = {.size = seed % 2 ? 8 : 6, .option = {-1, -1, -1, -1}};
        struct problem *problem = scenario_new(&(struct scenario){"reversi", setup}, seed);
        int least[2] = {0, 0};
        for (int ply = 1; !position_is_over(problem->position); ply++) {
            struct fact_rows rows = {0};
            facts_look(problem->position, &rows);
            for (int side = 0; side < 2 && rows.count > 0; side++) {
                assert_true(rows.row[0].side[side].least >= least[side]);
                least[side] = rows.row[0].side[side].least;
                told += least[side] > 0;
            }
            problem_play_random(problem, seed + 100 * (uint64_t)ply, 1);
        }
        assert_true(problem->position->score[0] >= least[0]);
        assert_true(problem->position->score[1] >= least[1]);
        problem_free(problem);
    }
    assert_true(told > 100);
}

/* The first position of Halma: as many moves as a side needs alone, and nobody wins yet. */
static void halma_counts_moves(void **state)
{
    (void)state;
    struct problem *problem = halma_problem(0);
    struct fact_rows rows = {0};
    for (int side = 0; side < 2; side++)
        ((struct halma *)problem->position)->piece[side] = halma_camp[side];
    halma_settle((struct halma *)problem->position);
    facts_look(problem->position, &rows);
    assert_int_equal(rows.count, 1);
    assert_string_equal(rows.row[0].name, "race");
    assert_false(rows.row[0].is_final);
    for (int side = 0; side < 2; side++) {
        assert_in_range(rows.row[0].side[side].least, 28, 47);
        assert_in_range(rows.row[0].side[side].value, rows.row[0].side[side].least, 100);
        assert_false(rows.row[0].side[side].wins);
    }
    problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(safe_squares_stay),
        cmocka_unit_test(halma_counts_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
