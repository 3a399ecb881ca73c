/* What Laser Checkmate's solver stands on: each bound against the plain value, since a solver
 * forgives many mistakes, and the table of what is proven. */
#define WORDS       1
#define LASER_EXACT laser_exact_of_test

#include "core/random.h"
#include "games/laser/solve_template.h"
#include "tests/check.h"

static int true_value(const struct proof *proof, struct view v)
{
    int best = -SQUARES;
    struct set legal = both(v.own, v.other);
    for_each(square, legal)
    {
        struct set beams = proof->beams[square];
        int value = count_both(v.own, beams) -
                    true_value(proof, (struct view){v.other, without(v.own, beams)});
        best = value > best ? value : best;
    }
    return is_none(legal) ? 0 : best;
}

static struct view after(const struct proof *proof, struct view v, unsigned square, int *gain)
{
    *gain = count_both(v.own, proof->beams[square]);
    return (struct view){v.other, without(v.own, proof->beams[square])};
}

static void check_cliques(const struct fan *fan)
{
    unsigned all = 0;
    for (int k = 0; k < fan->cliques; k++) {
        assert_true(fan->clique[k] != 0 && (fan->clique[k] & all) == 0);
        all |= fan->clique[k];
        for_each_item(i, fan->clique[k]) assert_int_equal(fan->clique[k] & ~fan->frame->near[i], 0);
    }
    assert_int_equal(all, fan->legal);
}

/* A position in a frame and all after it, with the cliques that they inherit. */
static void check_fan(struct proof *proof, struct fan *fan, struct view v)
{
    const struct frame *f = fan->frame;
    check_cliques(fan);
    make_moves(fan);
    union worth low = at_least(fan), high = at_most(fan, NO_ITEM), limit[ITEMS];
    for_each_item(i, fan->legal) limit[i] = at_most(fan, i);
    for_each_item(move, fan->legal)
    {
        int gain, loss;
        struct view child = after(proof, v, f->square[move], &gain);
        int value = gain - true_value(proof, child);
        assert_true(low.of[move] <= value && value <= high.of[move]);
        for_each_item(answer, fan->legal & ~f->near[move])
        {
            struct view next = after(proof, child, f->square[answer], &loss);
            assert_true(gain - loss + true_value(proof, next) <= limit[answer].of[move]);
        }
        struct fan below = {.frame = f, .side = !fan->side};
        below.rest = (struct rest){fan->rest.other, fan->rest.own & ~f->beams[fan->side][move]};
        below.legal = legal_items(f, below.rest);
        keep_cliques(&below, fan);
        check_fan(proof, &below, child);
    }
}

/* Plays at random in the frame until few enough moves are left for the plain value. */
static void check_frame(struct proof *proof, struct view v, uint64_t seed)
{
    struct frame frame;
    struct fan fan = {.frame = &frame};
    if (!make_frame(proof->beams, &v, &frame, &fan.rest))
        return;
    fan.legal = legal_items(&frame, fan.rest);
    make_cliques(&fan);
    struct random random = {seed};
    while (__builtin_popcount(fan.legal) > 7) {
        uint32_t legal = fan.legal;
        for (unsigned k = random_below(&random, (unsigned)__builtin_popcount(legal)); k > 0; k--)
            legal &= legal - 1;
        unsigned move = (unsigned)__builtin_ctz(legal);
        int gain;
        v = after(proof, v, frame.square[move], &gain);
        struct fan below = {.frame = &frame, .side = !fan.side};
        below.rest = (struct rest){fan.rest.other, fan.rest.own & ~frame.beams[fan.side][move]};
        below.legal = legal_items(&frame, below.rest);
        keep_cliques(&below, &fan);
        fan = below;
    }
    check_fan(proof, &fan, v);
}

static void bounds_hold(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        int size = 4 + (int)(seed % 5), blocks = (int)(seed / 5 % 6) * size * size / 12;
        struct problem *problem = scenario_new(
            &(struct scenario){"laser", {.size = size, .blocks = blocks}}, seed);
        struct proof *proof = create(problem->world, 1);
        struct view v = view_of(proof, problem->position);
        int most = seed % 2 ? 8 : ITEMS;
        for (uint64_t i = 1; count_both(v.own, v.other) > most; i++) {
            problem_play_random(problem, 1000 * seed + i, 1);
            v = view_of(proof, problem->position);
        }
        check_frame(proof, v, seed);
        destroy(proof);
        problem_free(problem);
    }
}

static struct known_entry entry_of(uint64_t i, uint16_t work)
{
    return (struct known_entry){.key = i * UINT64_C(0x9e3779b97f4a7c15) | 1,
                                .low = (int16_t)(i % 50),
                                .high = (int16_t)(i % 50 + 1),
                                .move = (uint16_t)(i % 200),
                                .work = work};
}

/* How many of the first entries are there, as they were put in. */
static int kept(const struct known *known, uint64_t end)
{
    int sum = 0;
    for (uint64_t i = 1; i < end; i++) {
        const struct known_entry *found = known_find(known, entry_of(i, 0).key);
        sum += found && found->low == (int)(i % 50) && found->move == i % 200;
    }
    return sum;
}

enum { LEAST = 1 << 18, MANY = 1 << 17, CHEAP = 7, DEAR_ENOUGH = 8 };

static void cheap_entries_fit_a_small_table(void **state)
{
    (void)state;
    struct known known;
    known_begin(&known, 16 * LEAST);
    for (uint64_t i = 1; i <= MANY; i++)
        known_put(&known, entry_of(i, CHEAP));
    assert_int_equal(known.bytes, LEAST);
    known_end(&known);
}

/* Both the old table and the new one have to fit while it grows: 8 + 16 would be too much. */
static void growth_keeps_all_and_the_limit(void **state)
{
    (void)state;
    struct known known;
    known_begin(&known, 15 * LEAST);
    for (uint64_t i = 1; i <= MANY; i++) {
        size_t bytes = known.bytes;
        bool is_due = 64 * known.lost > known.mask && 3 * bytes <= known.bytes_most;
        int before = is_due ? kept(&known, i) : 0;
        known_put(&known, entry_of(i, DEAR_ENOUGH));
        assert_int_equal(known.bytes != bytes, is_due);
        if (is_due) {
            assert_true(before > 0);
            assert_int_equal(kept(&known, i), before);
        }
    }
    assert_int_equal(known.bytes, 8 * LEAST);
    known_end(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_hold),
                                       cmocka_unit_test(cheap_entries_fit_a_small_table),
                                       cmocka_unit_test(growth_keeps_all_and_the_limit)};
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
