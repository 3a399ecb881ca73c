/* Each bound of Laser Checkmate's endgames against the plain value, since a solver forgives many
 * mistakes. Included with BLOCKS defined. */
#define laser_solver  laser_solver_of_test
#define LASER_ENDGAME laser_endgame_of_test

#include "base/random.h"
#include "games/laser/endgame_template.h"
#include "games/laser/solve.c" // NOLINT: its inner parts are tested
#include "tests/check.h"

static int true_value(const struct proof *proof, struct view v)
{
    int best = -VALUE_MOST;
    board16 legal = v.own & v.other;
    for_each_square16 (square, legal) {
        board16 beams = proof->world->beams[square];
        int value = count_both(v.own, beams) -
                    true_value(proof, (struct view){v.other, v.own & ~beams});
        best = value > best ? value : best;
    }
    return board16_is_empty(legal) ? 0 : best;
}

static struct view after(const struct proof *proof, struct view v, unsigned square, int *gain)
{
    *gain = count_both(v.own, proof->world->beams[square]);
    return (struct view){v.other, v.own & ~proof->world->beams[square]};
}

static void check_cliques(const struct node *node)
{
    uint32_t all = 0;
    for (int k = 0; k < node->cliques; k++) {
        assert_true(node->clique[k] != 0 && (node->clique[k] & all) == 0);
        all |= node->clique[k];
        for_each_item(i, node->clique[k])
            assert_int_equal(node->clique[k] & ~node->frame->near[i], 0);
    }
    assert_int_equal(all, node->legal);
}

static struct node fan_of(const struct frame *f, int side, struct rest rest,
                          const struct node *above)
{
    struct node node = {.frame = f, .side = side, .rest = rest, .legal = legal_items(f, rest)};
    if (above)
        keep_cliques(&node, above);
    else
        make_cliques(&node);
    make_gains(&node);
    return node;
}

static struct node fan_after(const struct node *node, unsigned move)
{
    struct rest rest = {node->rest.other,
                        node->rest.own & ~node->frame->beams[node->side][move].all};
    return fan_of(node->frame, !node->side, rest, node);
}

/* A position in a frame and all after it, with the cliques that they inherit. */
static void check_fan(struct proof *proof, struct node *node, struct view v)
{
    const struct frame *f = node->frame;
    check_cliques(node);
    union worth low = at_least(node), high = at_most(node, NO_ITEM), limit[ITEMS];
    for_each_item(i, node->legal) limit[i] = at_most(node, i);
    for_each_item(move, node->legal)
    {
        int gain, loss;
        struct view child = after(proof, v, f->square[move], &gain);
        int value = gain - true_value(proof, child);
        assert_int_equal(node->gain.of[move], gain);
        assert_true(low.of[move] <= value && value <= high.of[move]);
        for_each_item(answer, node->legal & ~f->near[move])
        {
            struct view next = after(proof, child, f->square[answer], &loss);
            assert_true(gain - loss + true_value(proof, next) <= limit[answer].of[move]);
        }
        struct node below = fan_after(node, move);
        check_fan(proof, &below, child);
    }
}

static unsigned any_item(struct random *random, uint32_t items)
{
    for (unsigned k = random_below(random, (unsigned)__builtin_popcount(items)); k > 0; k--)
        items &= items - 1;
    return (unsigned)__builtin_ctz(items);
}

/* Plays at random in the outline until a frame has room for the rest, then in the frame until few
 * enough moves are left for the plain value. */
static void check_outline(struct proof *proof, struct view v, uint64_t seed)
{
    struct outline outline;
    struct remains left;
    struct random random = {seed};
    int side = 0, gain;
    if (!make_outline(proof, &v, &outline, &left))
        return;
    for (;; side = !side) {
        uint32_t legal = (uint32_t)(left.own & left.other &
                                    (((outline_set)1 << outline.items) - 1));
        outline_set own = 0, other = 0;
        for_each_item(i, legal)
        {
            own |= outline.beams[side][i];
            other |= outline.beams[!side][i];
        }
        left.own &= own;
        left.other &= other;
        if (__builtin_popcount(legal) <= ITEMS && count_set(left.own) < NUMBERS &&
            count_set(left.other) < NUMBERS)
            break;
        unsigned item = any_item(&random, legal);
        v = after(proof, v, outline.square[item], &gain);
        left = (struct remains){left.other, left.own & ~outline.beams[side][item]};
    }
    struct frame frame;
    struct rest rest;
    make_frame(&outline, side, left, &frame, &rest);
    struct remains back = remains_of(&frame, 0, rest);
    assert_true(back.own == left.own && back.other == left.other);
    struct node node = fan_of(&frame, 0, rest, NULL);
    while (__builtin_popcount(node.legal) > 9) {
        unsigned move = any_item(&random, node.legal);
        v = after(proof, v, frame.square[move], &gain);
        node = fan_after(&node, move);
    }
    check_fan(proof, &node, v);
}

/* The bounds of a position on the board. */
static void check_board(const struct proof *proof, struct view v)
{
    int low = -VALUE_MOST, high = VALUE_MOST;
    if (count_both(v.own, v.other) > 9)
        return;
    add_bounds(proof, &v, &low, &high);
    assert_in_range(true_value(proof, v) + VALUE_MOST, low + VALUE_MOST, high + VALUE_MOST);
}

static void bounds_hold(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        int size = seed % 10 == 0 ? 9 + (int)(seed / 10 % 8) : 4 + (int)(seed % 5),
            blocks = (int)(seed / 5 % 6) * size * size / 12;
        struct problem *problem = scenario_new(
            &(struct scenario){"laser", {.size = size, .option = {blocks}}}, seed);
        struct proof *proof = create(problem->world, 1);
        struct view v = view_of(problem->position);
        int most = seed % 2 ? 9 : OUTLINE_ITEMS;
        for (uint64_t i = 1; count_both(v.own, v.other) > most; i++) {
            problem_play_random(problem, 1000 * seed + i, 1);
            v = view_of(problem->position);
        }
        check_outline(proof, v, seed);
        check_board(proof, v);
        destroy(proof);
        problem_free(problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_hold)};
    return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
