/* Fruit Rage cell by cell: regions, estimates and the last ply against the plain definition, on
 * boards of every size and number of kinds, with fruit that floats too. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/fruit/fruit.h"
#include "tests/check.h"

#if defined __SANITIZE_ADDRESS__
enum { BOARDS_A_SIZE = 12 }; /* slow; the other builds look at them all */
#else
enum { BOARDS_A_SIZE = 120 };
#endif

enum { REGIONS_MAX = FRUIT_EDGE * FRUIT_EDGE };

struct slow_regions {
    int count;
    unsigned code[REGIONS_MAX];
    int size[REGIONS_MAX];
};

/* Empties the region of a cell; returns its size. */
static int take(struct fruit_grid *grid, int row, int column, uint8_t kind)
{
    if (row < 0 || row >= grid->size || column < 0 || column >= grid->size ||
        grid->cell[row][column] != kind)
        return 0;
    grid->cell[row][column] = FRUIT_EMPTY;
    return 1 + take(grid, row - 1, column, kind) + take(grid, row + 1, column, kind) +
           take(grid, row, column - 1, kind) + take(grid, row, column + 1, kind);
}

static void fall(struct fruit_grid *grid)
{
    for (int column = 0; column < grid->size; column++) {
        int floor = grid->size - 1;
        for (int row = grid->size - 1; row >= 0; row--) {
            uint8_t kind = grid->cell[row][column];
            grid->cell[row][column] = FRUIT_EMPTY;
            if (kind != FRUIT_EMPTY)
                grid->cell[floor--][column] = kind;
        }
    }
}

static struct slow_regions regions_of(struct fruit_grid grid)
{
    struct slow_regions r = {0};
    for (int column = 0; column < grid.size; column++)
        for (int row = grid.size - 1; row >= 0; row--)
            if (grid.cell[row][column] != FRUIT_EMPTY) {
                r.code[r.count] = fruit_code((unsigned)column, (unsigned)(grid.size - 1 - row));
                r.size[r.count++] = take(&grid, row, column, grid.cell[row][column]);
            }
    return r;
}

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static int estimate_of(struct slow_regions r, const int *weights)
{
    int sum = 0;
    qsort(r.size, (size_t)r.count, sizeof *r.size, descending);
    for (int i = 0; i < r.count; i++)
        sum += (i % 2 ? -1 : 1) * weights[fruit_class(r.size[i])] * r.size[i] * r.size[i];
    return sum > 0 ? sum / FRUIT_WEIGHT_SCALE : 0;
}

/* Full columns, heaps, or fruit anywhere in the air. */
static struct fruit_grid random_grid(struct random *random, int size, int kinds)
{
    struct fruit_grid grid = {.size = size};
    unsigned holes = random_below(random, 3) * random_below(random, 60);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (random_below(random, 100) >= holes)
                grid.cell[row][column] = (uint8_t)(1 + random_below(random, (unsigned)kinds));
    if (random_below(random, 2))
        fall(&grid);
    return grid;
}

static void check_moves(const struct position *p, const struct slow_regions *slow)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves), largest = 0;
    assert_int_equal(count, slow->count);
    for (int i = 0; i < slow->count; i++) {
        int j = 0;
        while (j < count && moves[j].code != slow->code[i])
            j++;
        assert_true(j < count);
        assert_int_equal(moves[j].hint, slow->size[i]);
        largest = slow->size[i] > largest ? slow->size[i] : largest;
    }
    const struct rules *rules = p->world->rules;
    assert_int_equal(fruit_width_of(rules)->best_gain(p, VALUE_MAX), largest * largest);
    for (int enough = 1; enough <= largest * largest + 1; enough += 1 + enough / 4) {
        int seen = fruit_width_of(rules)->best_gain(p, enough);
        assert_true(seen <= largest * largest);
        assert_true(seen >= enough || seen == largest * largest);
    }
}

/* Plays a move on the grid and on the position. */
static void check_move(const struct position *p, struct fruit_grid grid, unsigned code,
                       struct position *child)
{
    const struct rules *rules = p->world->rules;
    const struct fruit_width *width = fruit_width(p->world);
    int column = (int)fruit_column(code), row = grid.size - 1 - (int)fruit_height(code);
    int size = take(&grid, row, column, grid.cell[row][column]);
    fall(&grid);
    assert_int_equal(rules->play(p, code, child), size * size);
    struct fruit_grid after;
    width->get(child, &after);
    assert_memory_equal(&after, &grid, sizeof grid);
    assert_true(child->key == rules->key(child));
    int value = size * size - estimate_of(regions_of(grid), p->world->weights);
    assert_int_equal(rules->shortcuts->leaf(p, code), value);
}

/* Codes of fruit are moves, codes of empty cells and of none are not. */
static void check_codes(const struct position *p, const struct fruit_grid *grid)
{
    for (unsigned code = 0; code <= UINT16_MAX; code += code < 1024 ? 1 : 4999) {
        int column = (int)fruit_column(code), row = grid->size - 1 - (int)fruit_height(code);
        bool has_fruit = column < grid->size && row >= 0 && grid->cell[row][column] != FRUIT_EMPTY;
        assert_true(p->world->rules->shortcuts->is_legal(p, code) == has_fruit);
    }
}

/* What a move gains less the most that the answer gains. */
static int exchanged(const struct position *p, unsigned code)
{
    struct position *child = position_new(p->world);
    int value = p->world->rules->play(p, code, child);
    value -= fruit_width_of(p->world->rules)->best_gain(child, VALUE_MAX);
    free(child);
    return value;
}

/* With an open window the last ply is the best of its moves, with any other a bound on it. */
static void check_last_ply(const struct position *p, const struct slow_regions *slow,
                           bool (*last_ply)(const struct position *, int, int, struct last_ply *),
                           int (*worth)(const struct position *, unsigned), struct random *random)
{
    struct last_ply last;
    int best = -VALUE_MAX;
    for (int i = 0; i < slow->count; i++)
        best = worth(p, slow->code[i]) > best ? worth(p, slow->code[i]) : best;
    assert_int_equal(last_ply(p, -VALUE_MAX, VALUE_MAX, &last), slow->count > 0);
    if (slow->count == 0)
        return;
    assert_int_equal(last.value, best);
    assert_int_equal(worth(p, last.move), best);
    for (int i = 0; i < 8; i++) {
        int alpha = best - 20 + (int)random_below(random, 40);
        int beta = alpha + 1 + (int)random_below(random, 20);
        assert_true(last_ply(p, alpha, beta, &last));
        if (last.value <= alpha)
            assert_true(best <= last.value);
        else if (last.value >= beta)
            assert_true(best >= last.value);
        else
            assert_int_equal(last.value, best);
        if (last.value > alpha)
            assert_int_equal(worth(p, last.move), last.value);
    }
}

/* What models of opponents are made of: a bound on each gain, and a place of its own for each
 * move. */
static void check_models(const struct position *p, const struct slow_regions *slow,
                         struct position *child)
{
    static int place[MOVES_MAX];
    const struct fruit_width *width = fruit_width_of(p->world->rules);
    struct move move[MOVES_MAX];
    const int count = p->world->rules->moves(p, move);
    assert_int_equal(count, slow->count);
    for (int i = 0; i < count; i++) {
        assert_true(width->gain_at_most(p, move[i]) >=
                    p->world->rules->play(p, move[i].code, child));
        place[i] = width->place(p, move[i].code);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(place[k], place[i]);
    }
    struct position *again = position_copy(p);
    fruit_presume_score(again);
    assert_true(again->key == p->key && again->side == p->side);
    free(again);
}

static void check_position(const struct position *p, const struct fruit_grid *grid,
                           struct random *random)
{
    const struct rules *rules = p->world->rules;
    struct slow_regions slow = regions_of(*grid);
    check_moves(p, &slow);
    check_codes(p, grid);
    assert_int_equal(rules->evaluate(p), estimate_of(slow, p->world->weights));

    struct position *child = position_new(p->world);
    for (int i = 0; i < slow.count; i++)
        check_move(p, *grid, slow.code[i], child);
    check_last_ply(p, &slow, rules->shortcuts->last_ply, rules->shortcuts->leaf, random);
    check_last_ply(p, &slow, fruit_width_of(rules)->two_plies, exchanged, random);
    check_models(p, &slow, child);
    free(child);
}

/* Two builds of the same source put the same board, key and features into a position. */
static void check_twin(const struct fruit_width *width, const struct position *p,
                       const struct fruit_grid *grid)
{
    struct position *twin = position_new(p->world);
    struct fruit_grid back;
    int features[2][FRUIT_CLASSES];
    width->set(twin, grid);
    assert_true(twin->key == p->key);
    width->get(twin, &back);
    assert_memory_equal(&back, grid, sizeof back);
    width->features(twin, features[0]);
    fruit_width(p->world)->features(p, features[1]);
    assert_memory_equal(features[0], features[1], sizeof features[0]);
    free(twin);
}

static void check_board(const struct fruit_grid *grid, int kinds, struct random *random)
{
    struct problem *problem = fruit_problem(grid, kinds);
    struct world *world = problem->world;
    int weights[FRUIT_CLASSES];
    if (random_below(random, 2)) {
        for (int i = 0; i < FRUIT_CLASSES; i++)
            weights[i] = (int)random_below(random, 150);
        world->weights = weights;
    }
    check_position(problem->position, grid, random);
    if (world->rules == &fruit_narrow_few_v4.rules) { /* what other processors run */
        check_twin(&fruit_narrow_few, problem->position, grid);
        world->rules = &fruit_narrow_few.rules;
        check_position(problem->position, grid, random);
    }
    problem_free(problem);
}

static void boards_of_every_size(void **state)
{
    (void)state;
    struct random random = {1};
    for (int size = 1; size <= FRUIT_EDGE; size++)
        for (int i = 0; i < rounds(BOARDS_A_SIZE); i++) {
            int kinds = 1 + i % FRUIT_KINDS_MAX;
            struct fruit_grid grid = random_grid(&random, size, kinds);
            check_board(&grid, kinds, &random);
        }
}

/* One region that winds through the whole board: up one column and down the next but one. */
static void a_long_region(void **state)
{
    (void)state;
    struct random random = {2};
    for (int size = 1; size <= FRUIT_EDGE; size++) {
        struct fruit_grid grid = {.size = size};
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++) {
                bool bridge = row == (column % 4 == 1 ? 0 : size - 1);
                grid.cell[row][column] = column % 2 == 0 || bridge ? 1 : 2;
            }
        check_board(&grid, 2, &random);
    }
}

/* The rival's only move is told by its holes; what several left tells nothing. */
static void a_first_moves_score(void **state)
{
    (void)state;
    const struct {
        const char *board;
        int theirs;
    } rows[] = {
        {"4\n2\n1\n0101\n1010\n0101\n1010\n", 0},  /* nobody has moved */
        {"4\n2\n1\n0**1\n10*0\n0101\n1110\n", 9},  /* three cells side by side */
        {"4\n2\n1\n*10*\n1010\n0101\n1110\n", 0},  /* two moves */
        {"4\n2\n1\n****\n10*0\n0101\n1010\n", 0},  /* two moves beside one another */
        {"4\n2\n1\n*101\n1010\n*101\n1110\n", 0},  /* fruit that floats */
        {"4\n2\n1\n****\n****\n0001\n1110\n", 0},  /* eight, where three are the largest */
        {"4\n2\n1\n****\n****\n0000\n1111\n", 64}, /* all of a kind */
        {"4\n2\n1\n****\n****\n*000\n1111\n", 0},  /* more than there can be */
        {"4\n2\n1\n****\n****\n****\n****\n", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lines lines = lines_cut(rows[i].board, strlen(rows[i].board));
        struct notes notes = {.salvage = true};
        struct problem *problem = fruit_read(&lines, NULL, &notes);
        assert_non_null(problem);
        fruit_presume_score(problem->position);
        assert_int_equal(problem->position->score[0], 0);
        assert_int_equal(problem->position->score[1], rows[i].theirs);
        problem_free(problem);
        lines_free(&lines);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_of_every_size),
        cmocka_unit_test(a_long_region),
        cmocka_unit_test(a_first_moves_score),
    };
    return cmocka_run_group_tests_name("fruit", tests, NULL, NULL);
}
