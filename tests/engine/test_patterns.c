/* Land bidding's learned estimate: indices kept up move by move, symmetry, packing, learning. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "game/tuning.h"
#include "games/reversi/fitting.h"
#include "games/reversi/learned.h"
#include "games/reversi/packing.h"
#include "games/reversi/reversi.h"
#include "search/search.h"
#include "search/solve.h"
#include "tests/check.h"

/* The boards for which there are sets. */
static const struct {
    int size, variant;
} sets[] = {{8, REVERSI_BIDDING}, {6, REVERSI_BIDDING}, {8, REVERSI_OTHELLO}};

enum { SETS = sizeof sets / sizeof *sets };

static struct problem *start_of(int set)
{
    struct notes notes = {0};
    const struct game *game = game_by_name("reversi");
    struct setup setup = SETUP_DEFAULT;
    setup.size = sets[set].size;
    setup.variant = game->variants[sets[set].variant].name;
    return game->create(&setup, &notes);
}

static const struct pattern_set *patterns_of(const struct position *p)
{
    return ((const struct reversi_world *)p->world)->patterns;
}

/* The boards of both sides. */
static void boards_of(const reversi_cells cells, uint64_t owned[2])
{
    owned[0] = owned[1] = 0;
    for (int square = 0; square < 64; square++)
        if (cells[square / 8][square % 8] != 0)
            owned[cells[square / 8][square % 8] - 1] |= UINT64_C(1) << square;
}

/* The estimate of a board that was not played to. */
static int fresh_estimate(int set, const reversi_cells cells, int side)
{
    struct problem *problem = reversi_problem(sets[set].size, cells, side, sets[set].variant);
    int value = problem->world->rules->evaluate(problem->position);
    problem_free(problem);
    return value;
}

/* The first test: nobody asked for weights as yet. */
static void weights_are_unpacked_by_the_first_estimate(void **state)
{
    (void)state;
    for (int set = 0; set < SETS; set++) {
        struct problem *problem = start_of(set);
        const struct pattern_set *patterns = patterns_of(problem->position);
        problem_play_random(problem, 1, 10);
        assert_null(patterns->weights);
        problem->world->rules->evaluate(problem->position);
        assert_non_null(patterns->weights);
        problem_free(problem);
    }
}

/* Plays random games and shows every position to a check. */
static void walk(void (*check)(int set, const struct position *))
{
    for (int set = 0; set < SETS; set++)
        for (uint64_t seed = 1; seed <= (uint64_t)rounds(40); seed++) {
            struct problem *problem = start_of(set);
            for (int ply = 0; !position_is_over(problem->position); ply++) {
                check(set, problem->position);
                problem_play_random(problem, seed + 1000 * (uint64_t)ply, 1);
            }
            problem_free(problem);
        }
}

static void check_played_is_fresh(int set, const struct position *p)
{
    reversi_cells cells;
    reversi_get(p, cells);
    assert_int_equal(p->world->rules->evaluate(p), fresh_estimate(set, cells, p->side));
}

static void indices_kept_up_are_those_computed_afresh(void **state)
{
    (void)state;
    walk(check_played_is_fresh);
}

static void check_symmetry(int set, const struct position *p)
{
    int n = sets[set].size, value = p->world->rules->evaluate(p);
    reversi_cells cells, image;
    reversi_get(p, cells);
    for (int symmetry = 0; symmetry < 16; symmetry++) {
        memset(image, 0, sizeof image);
        for (int row = 0; row < n; row++)
            for (int column = 0; column < n; column++) {
                int r = symmetry & 1 ? n - 1 - row : row;
                int c = symmetry & 2 ? n - 1 - column : column;
                int owner = cells[row][column];
                if (symmetry & 8 && owner != 0)
                    owner = 3 - owner;
                image[symmetry & 4 ? c : r][symmetry & 4 ? r : c] = (unsigned char)owner;
            }
        int side = symmetry & 8 ? !p->side : p->side;
        assert_int_equal(fresh_estimate(set, image, side), value);
    }
}

static void turned_mirrored_and_exchanged_boards_are_worth_the_same(void **state)
{
    (void)state;
    walk(check_symmetry);
}

/* The moves of a side, by trying. */
static int count_moves(const struct position *p, const reversi_cells cells, int side)
{
    struct problem *problem = reversi_problem(p->world->size, cells, side, REVERSI_BIDDING);
    struct move moves[MOVES_MAX];
    int count = problem->world->rules->moves(problem->position, moves);
    problem_free(problem);
    return count;
}

static void check_sum(int set, const struct position *p)
{
    (void)set;
    const struct pattern_set *patterns = patterns_of(p);
    reversi_cells cells;
    uint64_t owned[2];
    struct pattern_indices indices;
    int32_t cell[PATTERN_FEATURES];
    int sum = 0, side = p->side;
    reversi_get(p, cells);
    boards_of(cells, owned);
    pattern_begin(patterns->layout, owned, &indices);
    struct pattern_counts counts = {
        .discs = {p->score[side], p->score[!side]},
        .moves = {count_moves(p, cells, side), count_moves(p, cells, !side)}};
    pattern_cells(patterns->layout, &indices, side, &counts, cell);
    int stage = pattern_stage(patterns->layout, p->score[0] + p->score[1]);
    for (int i = 0; i < PATTERN_FEATURES; i++) {
        assert_in_range(cell[i], 0, patterns->layout->cells - 1);
        sum += pattern_weights(patterns)[stage * patterns->layout->cells + cell[i]];
    }
    assert_int_equal(p->world->rules->evaluate(p), PATTERN_UNIT * sum);
}

static void estimate_is_the_sum_of_its_weights(void **state)
{
    (void)state;
    walk(check_sum);
}

/* The number of a place's pattern, digit by digit. */
static void cells_spell_the_board(void **state)
{
    (void)state;
    const struct pattern_layout *layout = pattern_layout(8);
    const uint64_t owned[2] = {UINT64_C(1) << 0 | UINT64_C(1) << 9, UINT64_C(1) << 7};
    const struct pattern_counts counts = {.discs = {2, 1}, .moves = {3, 1}};
    struct pattern_indices indices;
    int32_t cell[PATTERN_FEATURES], seen[PATTERN_FEATURES];
    pattern_begin(layout, owned, &indices);
    pattern_cells(layout, &indices, 0, &counts, cell);
    pattern_cells(layout, &indices, 1, &counts, seen);
    const struct pattern_shape *edge = &layout->shape[0];
    int expected = 1 - 2187 + 6561; /* a1, h1 and the X square b2, the ninth digit */
    assert_int_equal(cell[0], edge->first + edge->cells / 2 + expected);
    assert_int_equal(seen[0], edge->first + edge->cells / 2 - expected);
    int mirrored = -1 + 2187 + 19683; /* h1, a1 and g2, the tenth */
    int32_t *image = calloc((size_t)layout->cells, sizeof *image);
    assert_non_null(image);
    pattern_mirror_cells(layout, image);
    assert_int_equal(image[cell[0]], edge->first + edge->cells / 2 + mirrored);
    assert_int_equal(image[edge->first + edge->cells / 2 + mirrored], cell[0]);
    free(image);
    assert_int_equal(cell[PATTERN_LANES], layout->moves + 16 * 3 + 1);
}

/* Weights as a fit leaves them: most are 0, some are small, a few are large. */
static int8_t *random_weights(const struct pattern_layout *layout, struct random *random)
{
    size_t count = (size_t)layout->stages * (size_t)layout->cells;
    int8_t *weights = calloc(count, 1);
    int32_t *image = calloc((size_t)layout->cells, sizeof *image);
    assert_non_null(weights);
    assert_non_null(image);
    pattern_mirror_cells(layout, image);
    for (size_t i = 0; i < count; i++) {
        int cell = (int)(i % (size_t)layout->cells);
        unsigned kind = random_below(random, 20);
        int range = kind == 0 ? INT8_MAX : kind < 5 ? 3 : 0;
        weights[i] = image[cell] < cell
                         ? weights[i - (size_t)(cell - image[cell])]
                         : (int8_t)((int)random_below(random, 2 * (unsigned)range + 1) - range);
    }
    free(image);
    return weights;
}

static void check_round_trip(const struct pattern_set *set)
{
    size_t bytes = (size_t)set->layout->stages * (size_t)set->layout->cells;
    uint64_t *words;
    size_t count = pack_set(set, &words);
    struct pattern_set again = {.layout = set->layout};
    unpack_errors(words, &again);
    int8_t *weights = unpack_weights(words, count, set->layout);
    assert_memory_equal(weights, set->weights, bytes);
    assert_memory_equal(again.error, set->error, sizeof set->error);
    assert_true(count * sizeof *words < bytes);
    free(weights);
    free(words);
}

static void packed_sets_come_out_exactly(void **state)
{
    (void)state;
    struct random random = {1};
    for (int size = 6; size <= 8; size += 2) {
        struct pattern_set set = {.layout = pattern_layout(size)};
        set.weights = random_weights(set.layout, &random);
        for (int i = 0; i < PATTERN_STAGES * PATTERN_DEPTHS; i++)
            set.error[i / PATTERN_DEPTHS][i % PATTERN_DEPTHS] = (uint16_t)random_next(&random);
        check_round_trip(&set);
        free(set.weights);
    }
    for (int set = 0; set < SETS; set++) {
        const struct pattern_set *built_in = pattern_set(sets[set].size, sets[set].variant);
        pattern_weights(built_in);
        check_round_trip(built_in);
    }
}

/* Boards where the first square of the mover's is all that matters: it wins. */
static void fit_finds_what_decides(void **state)
{
    (void)state;
    enum { SAMPLES = 4000, CORNER = 0 };
    const struct pattern_layout *layout = pattern_layout(6);
    struct fit_sample *samples = calloc(SAMPLES, sizeof *samples);
    int8_t *weights = calloc((size_t)layout->stages, (size_t)layout->cells);
    struct random random = {7};
    struct fit_report report;
    assert_non_null(samples);
    assert_non_null(weights);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct problem *problem = start_of(1);
        problem_play_random(problem, i, 10);
        reversi_cells cells;
        uint64_t owned[2];
        reversi_get(problem->position, cells);
        boards_of(cells, owned);
        bool wins = random_below(&random, 2);
        owned[wins] &= ~(UINT64_C(1) << CORNER);
        owned[!wins] |= UINT64_C(1) << CORNER;
        samples[i] = (struct fit_sample){
            .own = owned[0], .other = owned[1], .chance = wins ? 1 : 0, .game = i};
        problem_free(problem);
    }
    fit_patterns(layout, samples, SAMPLES, weights, &report);
    assert_int_equal(report.held_out, SAMPLES / FIT_FOLDS);
    assert_true(report.held_out_loss < report.constant / 5);
    free(samples);
    free(weights);
}

/* Forecasts cut lines short, but nothing that rests on one is called proven. */
static void what_is_proven_is_true(void **state)
{
    (void)state;
    enum { EMPTY = 9 };
    int proven = 0;
    for (int set = 0; set < SETS; set++)
        for (uint64_t seed = 1; seed <= (uint64_t)rounds(16); seed++) {
            struct problem *problem = start_of(set);
            problem_play_random(problem, seed, sets[set].size * sets[set].size - 4 - EMPTY);
            const struct position *p = problem->position;
            if (position_is_over(p)) {
                problem_free(problem);
                continue;
            }
            struct limits limits = {.source = CLOCK_OF_THREAD, .nodes = 100000};
            struct search *search = search_new(
                problem->world, &(struct search_options){.hash_bytes = 1 << 20, .no_solver = true});
            struct solver *solver = solver_new(problem->world, 1 << 20);
            struct search_result result = search_run(search, p, &limits, NULL, NULL);
            struct solution solution = solver_run(solver, p, &limits);
            assert_int_equal(solution.low, solution.high);
            if (result.proven) {
                assert_int_equal(result.value, solution.low);
                proven++;
            }
            search_free(search);
            solver_free(solver);
            problem_free(problem);
        }
    assert_true(proven >= rounds(16));
}

static void other_sizes_and_given_weights_keep_the_plain_estimate(void **state)
{
    (void)state;
    struct problem *problem = start_of(0);
    assert_non_null(patterns_of(problem->position));
    struct world *plain = world_reweigh(problem->world, problem->world->weights);
    assert_null(((struct reversi_world *)plain)->patterns);
    free(plain);
    problem_free(problem);
    assert_null(pattern_set(7, REVERSI_BIDDING));
    assert_null(pattern_set(6, REVERSI_OTHELLO));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_unpacked_by_the_first_estimate),
        cmocka_unit_test(indices_kept_up_are_those_computed_afresh),
        cmocka_unit_test(turned_mirrored_and_exchanged_boards_are_worth_the_same),
        cmocka_unit_test(estimate_is_the_sum_of_its_weights),
        cmocka_unit_test(cells_spell_the_board),
        cmocka_unit_test(packed_sets_come_out_exactly),
        cmocka_unit_test(fit_finds_what_decides),
        cmocka_unit_test(what_is_proven_is_true),
        cmocka_unit_test(other_sizes_and_given_weights_keep_the_plain_estimate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
