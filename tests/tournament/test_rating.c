/* Ratings by closed forms, by a second fit that is slow and obvious, and by what they promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>

#include "base/random.h"
#include "tournament/certainty.h"
#include "tournament/rating.h"

static void is_near(double found, double expected, double by)
{
    if (!(fabs(found - expected) <= by))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

static struct ratings fit(const struct encounters *e, int anchor, int resamples)
{
    struct ratings r;
    ratings_fit(e, &(struct rating_options){anchor, resamples, 7}, &r);
    return r;
}

/* With a million pairs the prior is nothing, and the odds are what was counted. */
static void two_agents_have_a_closed_form(void **state)
{
    (void)state;
    struct encounters e = {.agents = 2};
    struct encounter *at = encounters_of(&e, 0, 1);
    /* a wins 3 of 4 whichever seat it has, the two games independent */
    at->pair[2][2] = 900000;
    at->pair[2][0] = at->pair[0][2] = 300000;
    at->pair[0][0] = 100000;
    struct ratings r = fit(&e, 1, -1);
    is_near(r.agent[0].elo, 400 * log10(3), 0.01);
    is_near(r.agent[1].elo, 0, 1e-9);
    is_near(r.seat, 0, 0.01);
    ratings_free(&r);
    /* equals: the first mover wins 3 of 4 */
    at->pair[2][0] = 900000;
    at->pair[2][2] = at->pair[0][0] = 300000;
    at->pair[0][2] = 100000;
    r = fit(&e, -1, -1);
    is_near(r.agent[0].elo, 0, 0.01);
    is_near(r.seat, 400 * log10(3), 0.01);
    ratings_free(&r);
    /* equals without a seat draw one in three */
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            at->pair[i][k] = 200000;
    r = fit(&e, -1, -1);
    is_near(r.draws, 1 / 3.0, 1e-5);
    ratings_free(&r);
    encounters_free(&e);
}

enum { FIELD = 5, PARAMETERS = FIELD + 2 };

static void draw_field(struct encounters *e, const int *name)
{
    struct random random = {3};
    *e = (struct encounters){.agents = FIELD};
    for (int a = 0; a < FIELD; a++)
        for (int b = a + 1; b < FIELD; b++)
            for (int i = 0; i < 12; i++) {
                int first = (int)random_below(&random, 8) < 4 + b - a
                                ? 2
                                : (int)random_below(&random, 3);
                int second = (int)random_below(&random, 3);
                bool turned = name[a] > name[b];
                struct encounter *at = encounters_of(e, turned ? name[b] : name[a],
                                                     turned ? name[a] : name[b]);
                if (turned)
                    at->pair[2 - second][2 - first]++;
                else
                    at->pair[first][second]++;
            }
}

/* log(likelihood x prior), game by game, from the model as rating.h and bradley_terry.c tell it. */
static double height(const struct encounters *e, const double *p)
{
    double sum = 0, v = exp(p[FIELD + 1]);
    for (int i = 0; i < e->count; i++)
        for (int first = 0; first < 3; first++)
            for (int second = 0; second < 3; second++) {
                const struct encounter *at = &e->encounter[i];
                double difference = p[at->a] - p[at->b];
                double u[2] = {(difference + p[FIELD]) / 2, (difference - p[FIELD]) / 2};
                double odds[2][3] = {{exp(-u[0]), v, exp(u[0])}, {exp(-u[1]), v, exp(u[1])}};
                sum += (double)at->pair[first][second] *
                       log(odds[0][first] / (odds[0][0] + odds[0][1] + odds[0][2]) *
                           odds[1][second] / (odds[1][0] + odds[1][1] + odds[1][2]));
            }
    for (int i = 0; i <= FIELD; i++)
        sum -= log(1 + exp(p[i])) + log(1 + exp(-p[i]));
    return sum + 0.5 * log(v / (2 + v)) + 0.5 * log(2 / (2 + v));
}

static void a_second_fit_agrees(void **state)
{
    (void)state;
    const int same[FIELD] = {0, 1, 2, 3, 4};
    struct encounters e;
    draw_field(&e, same);
    double p[PARAMETERS] = {0}, mean = 0;
    for (double step = 0.5; step > 1e-7; step /= 2) /* one parameter at a time, up whatever is up */
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < PARAMETERS; i++)
                for (int sign = -1; sign <= 1; sign += 2) {
                    double before = height(&e, p), held = p[i];
                    p[i] += sign * step;
                    if (height(&e, p) > before)
                        again = true;
                    else
                        p[i] = held;
                }
        }
    for (int i = 0; i < FIELD; i++)
        mean += p[i] / FIELD;
    struct ratings r = fit(&e, -1, -1);
    for (int i = 0; i < FIELD; i++)
        is_near(r.agent[i].elo, (p[i] - mean) * 400 / log(10), 0.01);
    is_near(r.seat, p[FIELD] * 400 / log(10), 0.01);
    is_near(r.draws, exp(p[FIELD + 1]) / (2 + exp(p[FIELD + 1])), 1e-4);
    ratings_free(&r);
    encounters_free(&e);
}

static void names_and_anchors_change_nothing(void **state)
{
    (void)state;
    const int same[FIELD] = {0, 1, 2, 3, 4}, other[FIELD] = {4, 2, 0, 1, 3};
    struct encounters e, f;
    draw_field(&e, same);
    draw_field(&f, other);
    struct ratings r = fit(&e, -1, -1), s = fit(&f, -1, -1), t = fit(&e, 2, -1);
    for (int i = 0; i < FIELD; i++) {
        is_near(r.agent[i].elo, s.agent[other[i]].elo, 1e-6);
        is_near(r.agent[i].high, s.agent[other[i]].high, 1e-6);
        is_near(r.agent[i].elo - r.agent[2].elo, t.agent[i].elo, 1e-6);
        assert_int_equal(r.agent[i].pairs, 48);
    }
    is_near(t.agent[2].high, 0, 1e-6);
    ratings_free(&r);
    ratings_free(&s);
    ratings_free(&t);
    encounters_free(&e);
    encounters_free(&f);
}

static void everything_is_finite_and_intervals_are_honest(void **state)
{
    (void)state;
    struct encounters e = {.agents = 4}; /* 0 wins everything, 2 loses everything, 3 plays nobody */
    encounters_of(&e, 0, 1)->pair[2][2] = 10;
    encounters_of(&e, 0, 2)->pair[2][2] = 10;
    encounters_of(&e, 1, 2)->pair[2][2] = 10;
    for (int resamples = -1; resamples <= 100; resamples += 101) {
        struct ratings r = fit(&e, -1, resamples), again = fit(&e, -1, resamples);
        assert_true(r.agent[0].elo > r.agent[1].elo && r.agent[1].elo > r.agent[2].elo);
        for (int i = 0; i < 4; i++) {
            assert_true(isfinite(r.agent[i].elo) && r.agent[i].high - r.agent[i].low > 100);
            assert_true(r.agent[i].low == again.agent[i].low);
            for (int k = 0; k < 4; k++)
                if (i != k)
                    is_near(r.superiority[i * 4 + k] + r.superiority[k * 4 + i], 1, 1e-4);
        }
        assert_true(r.superiority[0 * 4 + 2] > 0.97f);
        assert_true(r.seat_low <= r.seat && r.seat <= r.seat_high);
        ratings_free(&r);
        ratings_free(&again);
    }
    encounters_free(&e);
}

static int cycles_of(const struct encounters *e, struct cycle *cycle, int most)
{
    struct certainty c;
    certainty_find(e, &(struct certainty_options){0}, &c);
    int count = ratings_cycles(e, c.direct, cycle, most);
    certainty_free(&c);
    return count;
}

static void cycles_are_named(void **state)
{
    (void)state;
    struct cycle cycle[3];
    struct encounters e = {.agents = 5};
    for (int round = 0; round < 2; round++) { /* 4 pairs each are chance, 80 are not */
        long won = round ? 60 : 4, lost = round ? 12 : 0;
        encounters_of(&e, 1, 3)->pair[2][2] = won;
        encounters_of(&e, 1, 3)->pair[0][0] = lost;
        encounters_of(&e, 3, 4)->pair[2][2] = won;
        encounters_of(&e, 3, 4)->pair[0][0] = lost;
        encounters_of(&e, 1, 4)->pair[0][0] = won;
        encounters_of(&e, 1, 4)->pair[2][2] = lost;
        assert_int_equal(cycles_of(&e, cycle, 3), round);
    }
    assert_true(cycle[0].agent[0] == 1 && cycle[0].agent[1] == 3 && cycle[0].agent[2] == 4);
    for (int i = 0; i < 3; i++)
        is_near(cycle[0].score[i], 60 / 72.0, 1e-6);
    assert_int_equal(cycles_of(&e, cycle, 0), 0);
    encounters_free(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_agents_have_a_closed_form),
        cmocka_unit_test(a_second_fit_agrees),
        cmocka_unit_test(names_and_anchors_change_nothing),
        cmocka_unit_test(everything_is_finite_and_intervals_are_honest),
        cmocka_unit_test(cycles_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
