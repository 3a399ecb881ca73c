/* sprt.c - does the sequential test keep its error rates?
 *
 *   sprt [RUNS]     10,000 runs for each truth unless told otherwise
 *
 * Matches are drawn from known truths: the player a is better by exactly elo0, or by exactly elo1,
 * games are decisive or drawish, and the first move is worth nothing or 250 Elo. Each match is
 * stopped by the test itself, pair after pair, as plywood match and plywood lab stop theirs. The
 * share of wrong decisions must not exceed 5 % by more than chance explains; the exit status is 1
 * if it does anywhere.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "base/statistics.h"

static const double error_rate = 0.05;

struct truth {
    const char *name;
    double seat; /* Elo that the first move is worth */
    double draw; /* Elo by which a player must be better to win half of the games */
};

static const struct truth truths[] = {
    {"decisive", 0, 0},
    {"drawish", 0, 200},
    {"decisive, first move 250 Elo", 250, 0},
    {"drawish, first move 250 Elo", 250, 100},
};

static double logistic(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* The chances of loss, draw and win for a player who is better by this much. */
static void game_chances(double elo, double draw, double chance[3])
{
    chance[2] = logistic(elo - draw);
    chance[0] = logistic(-elo - draw);
    chance[1] = 1 - chance[0] - chance[2];
}

static double pair_chances(double elo, const struct truth *t, double pair[TALLY_RESULTS])
{
    double first[3], second[3], mean = 0;
    game_chances(elo + t->seat, t->draw, first);
    game_chances(elo - t->seat, t->draw, second);
    for (int i = 0; i < TALLY_RESULTS; i++)
        pair[i] = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            pair[i + j] += first[i] * second[j];
    for (int i = 0; i < TALLY_RESULTS; i++)
        mean += pair[i] * i / 4.0;
    return mean;
}

/* The chances of a pair's results such that the mean score is just what the bound says. */
static void chances_at(double bound, const struct truth *t, double pair[TALLY_RESULTS])
{
    double low = -2000, high = 2000;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (pair_chances(middle, t, pair) < elo_to_score(bound))
            low = middle;
        else
            high = middle;
    }
}

static int draw_result(struct random *random, const double pair[TALLY_RESULTS])
{
    double at = (double)(random_next(random) >> 11) * 0x1p-53;
    int result = 0;
    while (result < TALLY_RESULTS - 1 && at >= pair[result])
        at -= pair[result++];
    return result;
}

/* Plays one match; true if elo1 is accepted. */
static bool play(struct random *random, const double pair[TALLY_RESULTS], double elo0, double elo1,
                 long *games)
{
    double lower, upper;
    struct tally tally = {{0}};
    sprt_bounds(error_rate, error_rate, &lower, &upper);
    for (;;) {
        tally.pairs[draw_result(random, pair)]++;
        *games += 2;
        double llr = tally_llr(&tally, elo0, elo1);
        if (llr >= upper || llr <= lower)
            return llr >= upper;
    }
}

static bool check(const struct truth *t, double elo0, double elo1, bool is_better, int runs)
{
    struct random random = {(uint64_t)(1000 * elo1 + t->seat + t->draw) + is_better};
    double pair[TALLY_RESULTS];
    long games = 0;
    int wrong = 0;
    chances_at(is_better ? elo1 : elo0, t, pair);
    for (int i = 0; i < runs; i++)
        wrong += play(&random, pair, elo0, elo1, &games) != is_better;
    double share = (double)wrong / runs;
    /* three standard errors: one false alarm in 740 */
    double allowed = error_rate + 3 * sqrt(error_rate * (1 - error_rate) / runs);
    printf("%-30s %g,%-3g truth %-3g wrong %5.2f %%  mean games %7.0f%s\n", t->name, elo0, elo1,
           is_better ? elo1 : elo0, 100 * share, (double)games / runs,
           share > allowed ? "  TOO OFTEN" : "");
    fflush(stdout);
    return share <= allowed;
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? atoi(argv[1]) : 10000;
    bool good = runs > 0;
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
        for (int elo1 = 10; elo1 <= 50; elo1 += 40)
            for (int is_better = 0; is_better < 2; is_better++)
                good &= check(&truths[i], 0, elo1, is_better, runs);
    return good ? 0 : 1;
}
