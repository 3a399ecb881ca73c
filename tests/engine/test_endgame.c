/* Land bidding's solver and its parts against plain definitions; the search that uses it. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "game/solving.h"
#include "games/reversi/answers.h"
#include "games/reversi/flips.h"
#include "games/reversi/reversi.h"
#include "games/reversi/stability.h"
#include "games/reversi/symmetry.h"
#include "search/search.h"
#include "search/solve.h"
#include "tests/check.h"

static const struct limits no_limits = {.source = CLOCK_OF_PROCESS};

/* --- parts --- */

/* What a claim turns over, square by square on a board of 8 x 8. */
static uint64_t plain_flips(uint64_t own, uint64_t other, int square)
{
    uint64_t turned = 0;
    for (int direction = 0; direction < 9; direction++) {
        int down = direction / 3 - 1, right = direction % 3 - 1;
        int row = square / 8 + down, column = square % 8 + right;
        uint64_t run = 0;
        while ((down || right) && row >= 0 && row < 8 && column >= 0 && column < 8) {
            uint64_t bit = UINT64_C(1) << (8 * row + column);
            if (own & bit)
                turned |= run;
            if (!(other & bit))
                break;
            run |= bit;
            row += down;
            column += right;
        }
    }
    return turned;
}

static void flips(void **state)
{
    (void)state;
    struct random random = {7};
    for (int i = 0; i < rounds(200000); i++) {
        uint64_t a = random_next(&random), b = random_next(&random) | random_next(&random);
        uint64_t bit = UINT64_C(1) << i % 64, own = a & b & ~bit, other = ~a & b & ~bit;
        assert_true(flips_of(own, other, (unsigned)i % 64) == plain_flips(own, other, i % 64));
        own = a & ~bit;
        assert_int_equal(flips_of_last(own, (unsigned)i % 64),
                         __builtin_popcountll(plain_flips(own, ~own & ~bit, i % 64)));
    }
}

static struct problem *new_game(int size, const char *rules)
{
    return scenario_new(&(struct scenario){"reversi", {.size = size, .variant = rules}}, 1);
}

static int empties_of(const struct position *p)
{
    return p->world->size * p->world->size - p->score[0] - p->score[1];
}

/* A position with about this many empty squares, the game not over, from random play. */
static struct problem *random_endgame(int size, const char *rules, int empties, uint64_t seed)
{
    for (;; seed += 1000000007) {
        struct problem *problem = new_game(size, rules);
        problem_play_random(problem, seed, empties_of(problem->position) - empties);
        if (!position_is_over(problem->position))
            return problem;
        problem_free(problem);
    }
}

/* No disc that is called stable is ever turned over, whoever plays whatever. */
static void stable_discs_stay(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(2000); seed++) {
        int size = 3 + (int)(seed % 6);
        struct problem *problem = new_game(size, "othello");
        uint64_t stable[2] = {0, 0}, made = 0;
        for (; !position_is_over(problem->position);
             problem_play_random(problem, seed * 64 + made++, 1)) {
            const struct position *p = problem->position;
            uint64_t own, other, inside = reversi_world_of(p)->inside.word[0];
            reversi_boards(p, &own, &other);
            assert_true((stable[p->side] & ~own) == 0 && (stable[!p->side] & ~other) == 0);
            struct stability_lines lines = stability_lines(inside, inside & ~(own | other));
            stable[p->side] |= stability_of(&lines, own);
            stable[!p->side] |= stability_of(&lines, other);
        }
        problem_free(problem);
    }
}

/* A full board is stable as a whole, an empty corner's neighbours are not. */
static void stability_sees_full_lines(void **state)
{
    (void)state;
    struct stability_lines lines = stability_lines(~UINT64_C(0), 0);
    assert_true(stability_of(&lines, UINT64_C(0x1234567890abcdef)) == UINT64_C(0x1234567890abcdef));
    lines = stability_lines(~UINT64_C(0), ~UINT64_C(0x103));
    assert_true(stability_of(&lines, 0x103) == 0x103);
    lines = stability_lines(~UINT64_C(0), ~UINT64_C(0x302));
    assert_true(stability_of(&lines, 0x302) == 0);
}

/* What was put in is found or forgotten, never changed, also while the table grows. */
static void answers_are_kept(void **state)
{
    (void)state;
    struct answers answers;
    struct random random = {3};
    enum { COUNT = 100000 };
    answers_begin(&answers, 1 << 20);
    int found = 0;
    for (int i = 0; i < COUNT; i++) {
        uint64_t own = random_next(&random), other = ~own & random_next(&random);
        struct answer put = {-(i % 65), i % 64, (unsigned)i % 64};
        answers_put(&answers, answers_key(own, other), put, (uint64_t)i);
    }
    random = (struct random){3};
    for (int i = 0; i < COUNT; i++) {
        uint64_t own = random_next(&random), other = ~own & random_next(&random);
        struct answer got;
        if (!answers_find(&answers, answers_key(own, other), &got))
            continue;
        assert_true(got.low == -(i % 65) && got.high == i % 64 && got.move == (unsigned)i % 64);
        found++;
    }
    assert_in_range(found, COUNT / 3, (1 << 20) / 16);
    answers_end(&answers);
}

/* Each way to turn a board moves every square to another one and keeps lines; a board and its
 * images settle to one. */
static void symmetries(void **state)
{
    (void)state;
    struct random random = {5};
    for (int n = 3; n <= 8; n++) {
        uint64_t inside = 0;
        for (int row = 0; row < n; row++)
            inside |= ((UINT64_C(1) << n) - 1) << 8 * row;
        for (int i = 0; i < rounds(400); i++) {
            uint64_t a = random_next(&random) & inside, own = a & random_next(&random);
            uint64_t other = a & ~own, settled_own = own, settled_other = other;
            symmetry_settle(n, &settled_own, &settled_other);
            for (unsigned way = 0; way < SYMMETRY_WAYS; way++) {
                uint64_t x = symmetry_turn(n, own, way), y = symmetry_turn(n, other, way);
                assert_true(((x | y) & ~inside) == 0 && (x & y) == 0);
                assert_int_equal(__builtin_popcountll(x), __builtin_popcountll(own));
                unsigned square = (unsigned)(i % n + 8 * (i / n % n));
                uint64_t bit = UINT64_C(1) << square, image = symmetry_turn(n, bit, way);
                uint64_t turned = flips_of(own & ~bit, other & ~bit, square);
                assert_true(symmetry_turn(n, turned, way) ==
                            flips_of(x & ~image, y & ~image, (unsigned)__builtin_ctzll(image)));
                symmetry_settle(n, &x, &y);
                assert_true(x == settled_own && y == settled_other);
            }
        }
    }
}

/* --- values --- */

/* The value by the rules alone, if it lies between alpha and beta. */
static int plain_value(const struct position *p, int alpha, int beta)
{
    const struct rules *rules = p->world->rules;
    struct move moves[MOVES_MAX];
    int count = rules->moves(p, moves);
    if (count == 0)
        return rules->end_value(p);
    struct position *child = position_new(p->world);
    int best = -VALUE_MAX;
    for (int i = 0; i < count && best < beta; i++) {
        rules->play(p, moves[i].code, child);
        int value = -plain_value(child, -beta, best > alpha ? -best : -alpha);
        best = value > best ? value : best;
    }
    free(child);
    return best;
}

static int value_of(const struct position *p)
{
    return plain_value(p, -VALUE_MAX, VALUE_MAX);
}

static int value_after(const struct position *p, unsigned move)
{
    struct position *child = position_new(p->world);
    p->world->rules->play(p, move, child);
    int value = -value_of(child);
    free(child);
    return value;
}

static void check_value(const struct position *p)
{
    int value = value_of(p);
    struct solver *solver = solver_new(p->world, 1 << 20);
    for (int bound = value - 3 * REVERSI_UNIT; bound <= value + 3 * REVERSI_UNIT;
         bound += REVERSI_UNIT / 2) {
        struct solution answer = solver_ask(solver, p, bound, &no_limits);
        if (bound <= value)
            assert_true(answer.low >= bound && answer.low <= value);
        else
            assert_true(answer.high >= value && answer.high < bound);
    }
    struct solution solution = solver_run(solver, p, &no_limits);
    assert_int_equal(solution.low, value);
    assert_int_equal(solution.high, value);
    unsigned move;
    assert_true(solver_best(solver, p, value, &no_limits, &move));
    assert_int_equal(value_after(p, move), value);
    solver_free(solver);
}

/* Random games of every size and both rules, position by position to the end. */
static void values_are_exact(void **state)
{
    (void)state;
    for (int size = 3; size <= 8; size++)
        for (int variant = 0; variant < 2; variant++)
            for (int i = 0; i < rounds(size == 3 ? 8 : 40); i++) {
                uint64_t seed = UINT64_C(1000) * (uint64_t)size + (uint64_t)i;
                int empties = size == 3 ? 5 : 4 + i % 5;
                struct problem *problem = random_endgame(size, variant ? "othello" : NULL, empties,
                                                         seed);
                while (!position_is_over(problem->position)) {
                    check_value(problem->position);
                    problem_play_random(problem, ++seed, 1);
                }
                problem_free(problem);
            }
}

/* More empty squares, so that order, table and stability have a say. */
static void deeper_values_are_exact(void **state)
{
    (void)state;
    for (int i = 0; i < rounds(24); i++) {
        struct problem *problem = random_endgame(5 + i % 4, i / 4 % 2 ? "othello" : NULL, 9 + i % 3,
                                                 (uint64_t)i);
        const struct position *p = problem->position;
        int value = value_of(p);
        struct solver *solver = solver_new(p->world, 1 << 20);
        struct solution solution = solver_run(solver, p, &no_limits);
        assert_int_equal(solution.low, value);
        assert_int_equal(solution.high, value);
        solver_free(solver);
        problem_free(problem);
    }
}

/* --- long proofs --- */

struct kept_lines {
    char line[4096][128];
    int count;
    double share; /* the largest heard */
};

static void keep_line(void *context, const char *line)
{
    struct kept_lines *lines = context;
    assert_true(lines->count < 4096 && strlen(line) < 128);
    strcpy(lines->line[lines->count++], line);
}

static void hear_share(void *context, const struct solver_news *news)
{
    struct kept_lines *lines = context;
    assert_true(news->share >= 0 && news->share <= 1 && news->low <= news->high);
    lines->share = news->share > lines->share ? news->share : lines->share;
}

/* Two threads find the same value, a run that is told the answers of another needs little. */
static void proofs_are_aided(void **state)
{
    (void)state;
    struct kept_lines *kept = calloc(1, sizeof *kept);
    struct problem *problem = new_game(5, NULL);
    struct solver *solver = solver_new(problem->world, 4 << 20);
    assert_true(solver_set_aid(solver, &(struct solver_aid){1, keep_line, hear_share, kept}));
    struct solution alone = solver_run(solver, problem->position, &no_limits);
    assert_int_equal(alone.low, reversi_end_value(9));
    assert_int_equal(alone.high, reversi_end_value(9));
    assert_true(kept->count >= 2 && kept->share > 0);
    solver_free(solver);

    solver = solver_new(problem->world, 4 << 20);
    for (int i = 0; i < kept->count; i++)
        assert_true(solver_recall(solver, kept->line[i]));
    assert_false(solver_recall(solver, "nonsense"));
    assert_false(solver_recall(solver, "1 1 0 0 0 5"));                /* two discs on one square */
    assert_false(solver_recall(solver, "8000000000000000 1 0 0 0 5")); /* outside of the board */
    assert_false(solver_recall(solver, "2 1 3 2 0 5"));                /* bounds that cross */
    struct solution again = solver_run(solver, problem->position, &no_limits);
    assert_int_equal(again.low, alone.low);
    assert_int_equal(again.high, alone.high);
    assert_true(again.nodes < alone.nodes / 2);
    solver_free(solver);

    for (int i = 0; i < rounds(8); i++) {
        solver = solver_new(problem->world, 1 << 20);
        assert_true(solver_set_aid(solver, &(struct solver_aid){.threads = 2 + i % 3}));
        struct solution together = solver_run(solver, problem->position, &no_limits);
        assert_int_equal(together.low, alone.low);
        assert_int_equal(together.high, alone.high);
        solver_free(solver);
    }
    problem_free(problem);
    free(kept);
}

/* --- in play --- */

/* With 16 empty squares eight million nodes, of which two fifths are for the solver, are enough to
 * play exactly, and to say so; by searching alone they are not. */
static void search_is_exact_near_the_end(void **state)
{
    (void)state;
    for (int i = 0; i < rounds(8); i++) {
        struct problem *problem = random_endgame(8, i % 2 ? "othello" : NULL, 16, (uint64_t)i + 50);
        const struct position *p = problem->position;
        struct search_options options = {.hash_bytes = 16 << 20};
        struct search *search = search_new(problem->world, &options);
        struct limits limits = {.source = CLOCK_OF_PROCESS, .nodes = 8000000};
        struct search_result result = search_run(search, p, &limits, NULL, NULL);
        search_free(search);
        struct solver *solver = solver_new(problem->world, 16 << 20);
        struct solution solution = solver_run(solver, p, &no_limits);
        struct move moves[MOVES_MAX];
        if (p->world->rules->moves(p, moves) > 1) {
            assert_true(result.proven);
            assert_int_equal(result.value, solution.low);
        }
        struct position *child = position_new(problem->world);
        p->world->rules->play(p, result.move, child);
        struct solution after = solver_run(solver, child, &no_limits);
        assert_int_equal(-after.high, solution.low);
        free(child);
        solver_free(solver);
        problem_free(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flips),
        cmocka_unit_test(stable_discs_stay),
        cmocka_unit_test(stability_sees_full_lines),
        cmocka_unit_test(answers_are_kept),
        cmocka_unit_test(symmetries),
        cmocka_unit_test(values_are_exact),
        cmocka_unit_test(deeper_values_are_exact),
        cmocka_unit_test(proofs_are_aided),
        cmocka_unit_test(search_is_exact_near_the_end),
    };
    return cmocka_run_group_tests_name("endgame", tests, NULL, NULL);
}
