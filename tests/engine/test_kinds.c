/* What Laser Checkmate's solver runs on one kind of processor says the same as what it runs on
 * another, node for node. */
#define laser_solver laser_solver_of_test

#include "games/laser/solve.c" // NOLINT: its inner parts are tested
#include "tests/check.h"

static struct proof *proof_with(const struct world *world, const struct endgame *narrow,
                                const struct endgame *wide)
{
    struct proof *proof = create(world, 1 << 20);
    proof->narrow = narrow;
    proof->wide = wide;
    return proof;
}

static void check_bounds(const struct proof *proof, const struct position *p)
{
    struct view v = view_of(p);
    struct outline outline;
    struct remains left;
    if (!make_outline(proof, &v, &outline, &left) || outline.items == 0)
        return;
    int low[2] = {-VALUE_MOST, -VALUE_MOST}, high[2] = {VALUE_MOST, VALUE_MOST};
    laser_wide.bounds(&outline, 0, left, &low[0], &high[0]);
    laser_wide_v4.bounds(&outline, 0, left, &low[1], &high[1]);
    assert_int_equal(low[0], low[1]);
    assert_int_equal(high[0], high[1]);
}

/* Whole searches with one question after the other, so that the tables play their part too. */
static void check_searches(struct proof *plain, struct proof *v4, const struct position *p)
{
    for (int wanted = -4; wanted <= 10; wanted++) {
        struct budget budget[2] = {0};
        int answer = ask(plain, p, wanted * LASER_UNIT, &budget[0]);
        assert_int_equal(ask(v4, p, wanted * LASER_UNIT, &budget[1]), answer);
        assert_int_equal(budget[1].nodes, budget[0].nodes);
    }
    assert_int_equal(remembered(v4, p), remembered(plain, p));
}

static void kinds_agree(void **state)
{
    (void)state;
    if (!processor_counts_in_lanes())
        skip();
    for (uint64_t seed = 1; seed <= 100; seed++) {
        int size = 5 + (int)(seed % 5), blocks = (int)(seed / 5 % 6) * size * size / 12;
        struct problem *problem = scenario_new(
            &(struct scenario){"laser", {.size = size, .option = {blocks}}}, seed);
        problem_play_random(problem, seed, (int)(seed % 3));
        struct proof *plain = proof_with(problem->world, &laser_narrow, &laser_wide);
        struct proof *v4 = proof_with(problem->world, &laser_narrow_v4, &laser_wide_v4);
        check_bounds(plain, problem->position);
        check_searches(plain, v4, problem->position);
        destroy(plain);
        destroy(v4);
        problem_free(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kinds_agree)};
    return cmocka_run_group_tests_name("kinds", tests, NULL, NULL);
}
