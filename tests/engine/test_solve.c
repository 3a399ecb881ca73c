/* The solver of Laser Checkmate against the plain definition of the value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "game/solving.h"
#include "search/solve.h"
#include "tests/check.h"

static const struct limits no_limits = {.source = CLOCK_OF_PROCESS};

/* The value by the definition in game.h, with nothing to speed it up. */
static int true_value(const struct position *p)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves), best = count > 0 ? -VALUE_MAX : 0;
    struct position *child = position_new(p->world);
    for (int i = 0; i < count; i++) {
        int gain = rules->play(p, moves[i].code, child);
        int value = gain - true_value(child);
        best = value > best ? value : best;
    }
    free(child);
    return best;
}

static int value_after(const struct position *p, unsigned move)
{
    struct position *child = position_new(p->world);
    int gain = p->world->rules->play(p, move, child);
    int value = gain - true_value(child);
    free(child);
    return value;
}

static void check_bounds(const struct position *p, int value)
{
    const struct own_solver *own = p->world->rules->solving->own;
    void *state = own->create(p->world, 1 << 20);
    int low, high;
    own->bounds(state, p, &low, &high);
    assert_true(low <= value && value <= high);
    own->destroy(state);
}

/* Every question around the value gets the right answer, whatever was asked before. */
static void check_questions(struct solver *solver, const struct position *p, int value)
{
    int unit = p->world->game->unit;
    for (int bound = value - 3 * unit; bound <= value + 3 * unit; bound += unit / 2) {
        struct solution solution = solver_ask(solver, p, bound, &no_limits);
        if (bound <= value)
            assert_true(solution.low >= bound && solution.low <= value);
        else
            assert_true(solution.high >= value && solution.high < bound);
    }
}

static void check_choice(struct solver *solver, const struct position *p, int value)
{
    struct choice choice = solver_choose(solver, p, &no_limits);
    assert_int_equal(choice.prospect,
                     position_banked(p) + value > 0 ? PROSPECT_WIN : PROSPECT_NO_WIN);
    assert_true(choice.has_move);
    assert_int_equal(choice.solution.low, value);
    assert_int_equal(choice.solution.high, value);
    if (choice.prospect == PROSPECT_WIN)
        assert_int_equal(value_after(p, choice.move), value);
}

static void check_position(const struct position *p)
{
    int value = true_value(p);
    check_bounds(p, value);
    struct solver *solver = solver_new(p->world, 1 << 20);
    struct solution solution = solver_run(solver, p, &no_limits);
    assert_int_equal(solution.low, value);
    assert_int_equal(solution.high, value);
    unsigned move;
    assert_true(solver_best(solver, p, value, &no_limits, &move));
    assert_int_equal(value_after(p, move), value);
    solver_free(solver);

    solver = solver_new(p->world, 1 << 20);
    int wanted = 1 - position_banked(p);
    solution = solver_ask(solver, p, wanted, &no_limits);
    assert_int_equal(solution.low >= wanted, value >= wanted);
    assert_int_equal(solution.high < wanted, value < wanted);
    check_questions(solver, p, value);
    check_choice(solver, p, value);
    solver_free(solver);
}

static int legal_moves(const struct position *p)
{
    struct move moves[MOVES_MAX];
    return p->world->rules->moves(p, moves);
}

/* Plays at random until so few moves are left that the definition is fast enough, then checks every
 * position to the end. */
static void check_game(int size, int blocks, uint64_t seed, int plies, int most_moves)
{
    struct problem *problem = scenario_new(
        &(struct scenario){"laser", {.size = size, .option = {blocks}}}, seed);
    problem_play_random(problem, seed, plies);
    while (legal_moves(problem->position) > most_moves)
        problem_play_random(problem, ++seed, 1);
    for (; !position_is_over(problem->position); problem_play_random(problem, ++seed, 1))
        check_position(problem->position);
    problem_free(problem);
}

static void small_boards(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(240); seed++) {
        int size = 3 + (int)(seed % 3), blocks = (int)(seed / 3 % (unsigned)(2 * size));
        check_game(size, blocks, seed, (int)(seed % 2), 17);
    }
}

/* Boards from 36 to 256 squares; nests and cliques of all kinds. */
static void large_boards(void **state)
{
    (void)state;
    for (int size = 6; size <= 16; size++)
        for (uint64_t seed = 1; seed <= (uint64_t)rounds(12); seed++) {
            int blocks = (int)(seed % 6) * size * size / 12;
            check_game(size, blocks, 100 * seed, 0, 10);
        }
}

/* So many moves that some are left for the bounds of all moves at once, two moves on. */
static void endgames(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(40); seed++) {
        int size = 9 + (int)(seed % 4);
        check_game(size, size * size / 4, 1000 * seed, 0, 13);
    }
}

static int solved_value(const struct position *p)
{
    if (position_is_over(p))
        return p->world->rules->end_value(p);
    struct solver *solver = solver_new(p->world, 1 << 20);
    struct solution solution = solver_run(solver, p, &no_limits);
    assert_int_equal(solution.low, solution.high);
    solver_free(solver);
    return solution.low;
}

/* Too many moves for the definition, but a value must be the best of those after the moves. */
static void values_agree_with_the_next(void **state)
{
    (void)state;
    const int most_moves = 16;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(600); seed++) {
        int size = 9 + (int)(seed % 6), blocks = size * size * (1 + (int)(seed % 3)) / 8;
        struct problem *problem = scenario_new(
            &(struct scenario){"laser", {.size = size, .option = {blocks}}}, seed);
        const struct rules *rules = problem->world->rules;
        for (uint64_t i = 0; legal_moves(problem->position) > most_moves; i++)
            problem_play_random(problem, 1000 * seed + i, 1);
        struct move moves[MOVES_MAX];
        int count = rules->moves(problem->position, moves), best = -VALUE_MAX;
        struct position *child = position_new(problem->world);
        for (int i = 0; i < count; i++) {
            int value = rules->play(problem->position, moves[i].code, child);
            value -= solved_value(child);
            best = value > best ? value : best;
        }
        free(child);
        if (count > 0)
            assert_int_equal(solved_value(problem->position), best);
        problem_free(problem);
    }
}

/* Squares that no beam connects: every second one. Too many cliques for a ranking, were they not
 * just as many as there is room for. */
static void scattered_squares(void **state)
{
    (void)state;
    for (int size = 1; size <= 16; size++) {
        struct text text = {0};
        text_add(&text, "%d\n", size);
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++)
                text_add(&text, "%c", row % 2 == 0 && column % 2 == 0 ? '0' : '3');
            text_add(&text, "\n");
        }
        struct problem *problem = problem_from_text(text.data, NULL);
        struct solver *solver = solver_new(problem->world, 1 << 20);
        struct solution solution = solver_run(solver, problem->position, &no_limits);
        int squares = (size + 1) / 2 * ((size + 1) / 2);
        assert_int_equal(solution.low, squares % 2 * problem->world->game->unit);
        assert_int_equal(solution.high, solution.low);
        solver_free(solver);
        problem_free(problem);
        text_free(&text);
    }
}

/* A board that half a turn brings back to itself, as a position file. */
static struct problem *mirrored_board(int size, int pairs, uint64_t seed)
{
    struct random random = {seed};
    char text[300] = "";
    int used = snprintf(text, sizeof text, "%d\n", size), row = size + 1;
    for (int i = 0; i < size; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%0*d\n", size, 0);
    char *cell = strchr(text, '\n') + 1;
    for (int i = 0; i < pairs; i++) {
        int at = (int)random_below(&random, (unsigned)(size * size));
        int image = size * size - 1 - at;
        if (at != image)
            cell[at / size * row + at % size] = cell[image / size * row + image % size] = '3';
    }
    return problem_from_text(text, NULL);
}

/* Where the board is its own mirror image. */
static void mirrors(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct problem *problem = mirrored_board(3 + (int)(seed % 4), (int)(seed % 9), seed);
        while (legal_moves(problem->position) > 14)
            problem_play_random(problem, ++seed, 1);
        for (; !position_is_over(problem->position); problem_play_random(problem, ++seed, 1))
            check_position(problem->position);
        problem_free(problem);
    }
    /* an open middle wins at once, however large the board */
    for (int size = 1; size <= 15; size += 2)
        for (int pairs = 0; pairs <= 12; pairs += 6) {
            struct problem *problem = mirrored_board(size, pairs, (uint64_t)size);
            struct solver *solver = solver_new(problem->world, 1 << 20);
            struct solution solution = solver_ask(solver, problem->position, 1, &no_limits);
            assert_true(solution.low >= 1);
            assert_true(solution.nodes <= 100);
            solver_free(solver);
            problem_free(problem);
        }
}

static void known_values(void **state)
{
    (void)state;
    const int values[] = {[4] = 5, [5] = 9, [6] = 3, [7] = 5, [8] = 5, [9] = 5};
    for (int size = 4; size <= 9; size++) {
        struct problem *problem = scenario_new(
            &(struct scenario){"laser", {.size = size, .option = {0}}}, 1);
        uint64_t nodes = 0;
        /* twice, with the smallest table, so that much is forgotten: the same in every respect */
        for (int round = 0; round < 2; round++) {
            struct solver *solver = solver_new(problem->world, 1);
            struct solution solution = solver_run(solver, problem->position, &no_limits);
            assert_int_equal(solution.low, values[size] * problem->world->game->unit);
            assert_int_equal(solution.high, solution.low);
            assert_true(round == 0 || solution.nodes == nodes);
            nodes = solution.nodes;
            solver_free(solver);
        }
        problem_free(problem);
    }
}

/* What is promised under limits holds, however short they are. */
static void choices_under_limits(void **state)
{
    (void)state;
    int wins = 0, opens = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct problem *problem = scenario_new(
            &(struct scenario){"laser", {.size = 5, .option = {(int)(seed % 7)}}}, seed);
        problem_play_random(problem, seed, 1 + (int)(seed % 2));
        const struct position *p = problem->position;
        for (uint64_t nodes = 1; nodes <= 64 && !position_is_over(p); nodes *= 4) {
            struct solver *solver = solver_new(p->world, 1 << 20);
            struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = nodes};
            struct choice choice = solver_choose(solver, p, &limits);
            int value = true_value(p);
            bool is_win = position_banked(p) + value > 0;
            assert_true(choice.solution.low <= value && value <= choice.solution.high);
            assert_true(choice.prospect == PROSPECT_OPEN ||
                        is_win == (choice.prospect == PROSPECT_WIN));
            if (choice.prospect == PROSPECT_WIN && choice.has_move) {
                assert_true(value_after(p, choice.move) >= choice.solution.low);
                assert_true(position_banked(p) + value_after(p, choice.move) > 0);
                wins++;
            }
            opens += choice.prospect == PROSPECT_OPEN;
            solver_free(solver);
        }
        problem_free(problem);
    }
    assert_true(wins > 20 && opens > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards),      cmocka_unit_test(large_boards),
        cmocka_unit_test(endgames),          cmocka_unit_test(values_agree_with_the_next),
        cmocka_unit_test(scattered_squares), cmocka_unit_test(mirrors),
        cmocka_unit_test(known_values),      cmocka_unit_test(choices_under_limits),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
