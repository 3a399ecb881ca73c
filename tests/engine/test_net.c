/* Halma's net: units kept up move by move, symmetry, whole numbers, learning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "game/tuning.h"
#include "games/halma/fitting.h"
#include "games/halma/net.h"
#include "tests/check.h"

static const struct halma_net *net_of(const struct position *p)
{
    return ((const struct halma_world *)p->world)->net;
}

static struct problem *start_of(const char *variant)
{
    struct notes notes = {0};
    struct setup setup = SETUP_DEFAULT;
    setup.variant = variant;
    return game_halma.create(&setup, &notes);
}

/* Plays random games and shows every position to a check. */
static void walk(void (*check)(const struct halma *))
{
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(40); seed++) {
        struct problem *problem = start_of(seed % 2 ? "default" : "addendum");
        for (int ply = 0; ply < 120 && !position_is_over(problem->position); ply++) {
            check(halma_of(problem->position));
            problem_play_random(problem, seed + 1000 * (uint64_t)ply, 1);
        }
        problem_free(problem);
    }
}

static void check_units(const struct halma *p)
{
    for (int side = 0; side < 2; side++) {
        struct halma_units afresh;
        net_look(net_of(&p->head), p->piece, side, &afresh);
        assert_memory_equal(&afresh, &p->unit[side], sizeof afresh);
    }
}

static void moves_keep_the_units_up(void **state)
{
    (void)state;
    walk(check_units);
}

/* The same board in a mirror, or turned with the sides swapped. */
static struct problem *image_of(const struct halma *p, bool turned)
{
    struct problem *problem = start_of("default");
    struct halma *image = (struct halma *)problem->position;
    for (int side = 0; side < 2; side++) {
        board16 pieces = board16_zero();
        for_each_square16 (square, p->piece[turned ? 1 - side : side])
            pieces |= board16_square(turned ? HALMA_SQUARES - 1 - square
                                            : halma_square(halma_y(square), halma_x(square)));
        image->piece[side] = pieces;
    }
    image->head.side = (uint8_t)(turned ? 1 - p->head.side : p->head.side);
    halma_settle(image);
    return problem;
}

static void check_symmetry(const struct halma *p)
{
    for (int turned = 0; turned < 2; turned++) {
        struct problem *image = image_of(p, turned);
        assert_int_equal(halma_evaluate(&p->head), halma_evaluate(image->position));
        problem_free(image);
    }
}

static void images_of_a_board_are_worth_the_same(void **state)
{
    (void)state;
    walk(check_symmetry);
}

/* The definition in net.h, in plain numbers. */
static void check_definition(const struct halma *p)
{
    const struct halma_net *net = net_of(&p->head);
    for (int side = 0; side < 2; side++) {
        long sum = 0;
        for (int k = 0; k < HALMA_UNITS; k++) {
            long unit = net->bias.at[k];
            for (int owner = 0; owner < 2; owner++)
                for (unsigned square = 0; square < HALMA_SQUARES; square++)
                    if (board16_has(&p->piece[owner], square))
                        unit += net->row[owner != side][side ? square : 255 - square].at[k];
            assert_in_range(unit + INT16_MAX, 0, 2 * INT16_MAX);
            sum += unit > 0 ? unit * net->out.at[k] : 0;
        }
        assert_int_equal(sum / NET_UNIT_SCALE, net_moves(net, &p->unit[side]));
    }
}

static void moves_are_what_the_definition_says(void **state)
{
    (void)state;
    walk(check_definition);
}

/* The estimate is the plain one and what the net adds, which is no small thing in some positions.
 */
static int most_added;

static void check_sum(const struct halma *p)
{
    const struct halma_net *net = net_of(&p->head);
    const int side = p->head.side;
    int added = net_moves(net, &p->unit[1 - side]) - net_moves(net, &p->unit[side]) + net->tempo;
    if (p->head.world->variant == HALMA_ADDENDUM) /* nothing is sealed there */
        assert_int_equal(halma_cost_lead(p) + added, halma_evaluate(&p->head));
    most_added = abs(added) > most_added ? abs(added) : most_added;
}

static void the_net_adds_to_the_plain_estimate(void **state)
{
    (void)state;
    walk(check_sum);
    assert_true(most_added > 2 * HALMA_UNIT);
}

static void weights_of_ones_own_switch_the_net_off(void **state)
{
    (void)state;
    struct problem *problem = start_of("default");
    struct world *plain = world_reweigh(problem->world, halma_weights);
    assert_non_null(net_of(problem->position));
    assert_null(((struct halma_world *)plain)->net);
    free(plain);
    problem_free(problem);
}

/* A made-up truth that the net can learn: a side that has fewer than ten pieces in the half of its
 * goal needs as many moves more. The rest of the lead the plain estimate knows. */
static float true_moves(const uint8_t *own)
{
    int near = 0;
    for (int i = 0; i < HALMA_PIECES; i++)
        near += halma_x(own[i]) + halma_y(own[i]) < 15;
    return near < 10 ? (float)(10 - near) : 0;
}

static void make_sample(struct random *random, uint32_t number, struct fit_sample *s)
{
    uint8_t square[HALMA_SQUARES], turned[HALMA_PIECES];
    for (unsigned i = 0; i < HALMA_SQUARES; i++)
        square[i] = (uint8_t)i;
    for (unsigned i = 0; i < 2 * HALMA_PIECES; i++) {
        unsigned j = i + random_below(random, HALMA_SQUARES - i);
        uint8_t swap = square[i];
        square[i] = square[j];
        square[j] = swap;
    }
    memcpy(s->own, square, HALMA_PIECES);
    memcpy(s->other, square + HALMA_PIECES, HALMA_PIECES);
    for (int i = 0; i < HALMA_PIECES; i++)
        turned[i] = (uint8_t)(255 - s->other[i]);
    s->plain = (float)random_below(random, 20) - 10;
    s->lead = s->plain + true_moves(turned) - true_moves(s->own) + 1;
    s->game = number;
}

static void fitting_finds_what_is_there(void **state)
{
    (void)state;
    enum { SAMPLES = 20000 };
    struct fit_sample *samples = memory_zero(SAMPLES * sizeof *samples);
    struct random random = {7};
    for (uint32_t i = 0; i < SAMPLES; i++)
        make_sample(&random, i, &samples[i]);
    struct fit_options options = {.epochs = rounds(8), .seed = 1};
    struct net_core core, again;
    struct fit_report report;
    fit_net(samples, SAMPLES, &options, &core, &report);
    double before = 0;
    for (int i = 0; i < SAMPLES; i++)
        before += fabs((double)(samples[i].lead - samples[i].plain)) / SAMPLES;
    assert_true(report.held_out_off < (options.epochs < 8 ? 1 : 0.65) * before);
    fit_net(samples, 2000, &options, &core, &report);
    fit_net(samples, 2000, &options, &again, &report);
    assert_memory_equal(&core, &again, sizeof core);
    free(samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_keep_the_units_up),
        cmocka_unit_test(images_of_a_board_are_worth_the_same),
        cmocka_unit_test(moves_are_what_the_definition_says),
        cmocka_unit_test(the_net_adds_to_the_plain_estimate),
        cmocka_unit_test(weights_of_ones_own_switch_the_net_off),
        cmocka_unit_test(fitting_finds_what_is_there),
    };
    return cmocka_run_group_tests_name("halma's net", tests, NULL, NULL);
}
