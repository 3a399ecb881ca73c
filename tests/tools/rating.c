/* rating.c - do the intervals of ratings hold the truth, and how long does a large field take?
 *
 *   rating [CLASSES]     300 classes for each row unless told otherwise
 *
 * Classes are drawn whose strengths are known: 12 agents with a spread of 200 Elo, a first move
 * that is worth 250 Elo, games drawn by Davidson's model; every couple plays the same number of
 * pairs. The truth is counted from the mean, as the ratings are. Intervals of 95 % miss it by
 * chance in 5 %, and by what a bootstrap of few pairs leaves out a little more often: in at most 8
 * %. Intervals that miss it in less than 2 % are too wide. The seat has one interval a class, so
 * its share varies more: 300 classes may well show 8 % (20,000 by curvature showed 5.2 %). More
 * than four standard deviations above 5 % are too many.
 *
 * Then one field of 300 agents, 44,850 couples and half a million games; its time is told.
 *
 * The exit status is 1 if intervals hold the truth too rarely or too often.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "tests/tools/truths.h"
#include "tournament/rating.h"

static double uniform(struct random *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
}

static int draw_game(struct random *random, double elo, double draws)
{
    double odds = exp(elo * log(10) / 800), draw = 2 * draws / (1 - draws);
    double at = uniform(random) * (odds + draw + 1 / odds);
    return at < 1 / odds ? 0 : at < 1 / odds + draw ? 1 : 2;
}

static void draw_class(struct random *random, int agents, double seat, double draws, double pairs,
                       double *elo, struct encounters *e)
{
    *e = (struct encounters){.agents = agents};
    double mean = 0;
    for (int i = 0; i < agents; i++) {
        elo[i] = 200 * sqrt(-2 * log(uniform(random))) * cos(6.283185307 * uniform(random));
        mean += elo[i] / agents;
    }
    for (int i = 0; i < agents; i++)
        elo[i] -= mean;
    for (int a = 0; a < agents; a++)
        for (int b = a + 1; b < agents; b++) {
            struct encounter *at = encounters_of(e, a, b);
            for (int i = 0; i < (int)(pairs + uniform(random)); i++)
                at->pair[draw_game(random, elo[a] - elo[b] + seat, draws)]
                        [draw_game(random, elo[a] - elo[b] - seat, draws)]++;
        }
}

/* resamples as in struct rating_options. */
static bool row(long classes, int pairs, double seat, double draws, int resamples)
{
    enum { AGENTS = 12 };
    struct random random = {hash64((uint64_t)pairs * 1000 + (uint64_t)seat)};
    double elo[AGENTS], width = 0;
    long missed = 0, missed_seat = 0;
    for (long i = 0; i < classes; i++) {
        struct encounters e;
        struct ratings r;
        draw_class(&random, AGENTS, seat, draws, pairs, elo, &e);
        ratings_fit(&e, &(struct rating_options){-1, resamples, (uint64_t)i}, &r);
        for (int k = 0; k < AGENTS; k++) {
            missed += elo[k] < r.agent[k].low || elo[k] > r.agent[k].high;
            width += (r.agent[k].high - r.agent[k].low) / AGENTS / (double)classes;
        }
        missed_seat += seat < r.seat_low || seat > r.seat_high;
        ratings_free(&r);
        encounters_free(&e);
    }
    double share = (double)missed / (double)(AGENTS * classes);
    double seat_share = (double)missed_seat / (double)classes;
    bool good = share >= 0.02 && share <= 0.08 &&
                seat_share <= 0.05 + 4 * sqrt(0.05 * 0.95 / (double)classes);
    printf(
        "%2d pairs a couple, seat %3.0f, draws %2.0f %%, %s: width %4.0f Elo, truth missed %4.1f "
        "%%, seat's %4.1f %%%s\n",
        pairs, seat, 100 * draws, resamples < 0 ? "curvature" : "bootstrap", width, 100 * share,
        100 * seat_share, good ? "" : "  NOT 5 %");
    fflush(stdout);
    return good;
}

static void time_large_field(void)
{
    enum { AGENTS = 300 };
    struct random random = {1};
    double elo[AGENTS];
    struct encounters e;
    struct ratings r;
    draw_class(&random, AGENTS, 250, 0.1, 500000 / 2.0 / 44850, elo, &e);
    for (int resamples = -1; resamples <= 0; resamples++) {
        clock_t began = clock();
        ratings_fit(&e, &(struct rating_options){-1, resamples, 1}, &r);
        printf("300 agents, 500,000 games, %s: %.2f s\n", resamples < 0 ? "curvature" : "bootstrap",
               (double)(clock() - began) / CLOCKS_PER_SEC);
        ratings_free(&r);
    }
    encounters_free(&e);
}

int main(int argc, char **argv)
{
    long classes = argc > 1 ? atol(argv[1]) : 300;
    bool good = classes > 0;
    for (int resamples = -1; resamples <= 0 && classes > 0; resamples++) {
        good &= row(classes, 1, 250, 0.1, resamples);
        good &= row(classes, 3, 250, 0.1, resamples);
        good &= row(classes, 10, 250, 0.1, resamples);
        good &= row(classes, 10, 0, 0.3, resamples);
        good &= row(classes, 40, 250, 0.1, resamples);
    }
    if (classes > 0)
        time_large_field();
    return good ? 0 : 1;
}
