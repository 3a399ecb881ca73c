/* truths.h - matches whose truth is known, for what the statistics make of them */
#ifndef TESTS_TOOLS_TRUTHS_H
#define TESTS_TOOLS_TRUTHS_H

#include <math.h>

#include "base/random.h"
#include "base/statistics.h"

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

enum { TRUTHS = sizeof truths / sizeof *truths };

/* The chances of loss, draw and win for a player who is better by this much. */
static inline void game_chances(double elo, double draw, double chance[3])
{
    chance[2] = elo_to_score(elo - draw);
    chance[0] = elo_to_score(-elo - draw);
    chance[1] = 1 - chance[0] - chance[2];
}

/* The chances of a pair's results; returns the mean score. */
static inline double pair_chances(double elo, const struct truth *t, double pair[TALLY_RESULTS])
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

/* The same such that the mean score is just what the logistic model says of this Elo. */
static inline void chances_at(double elo, const struct truth *t, double pair[TALLY_RESULTS])
{
    double low = -4000, high = 4000;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (pair_chances(middle, t, pair) < elo_to_score(elo))
            low = middle;
        else
            high = middle;
    }
}

static inline int draw_result(struct random *random, const double pair[TALLY_RESULTS])
{
    double at = (double)(random_next(random) >> 11) * 0x1p-53;
    int result = 0;
    while (result < TALLY_RESULTS - 1 && at >= pair[result])
        at -= pair[result++];
    return result;
}

/* The most that chance explains: of so many trials, each of which fails with this probability, more
 * fail once in ten thousand times. */
static inline long binomial_limit(long trials, double probability)
{
    double log_term = (double)trials * log1p(-probability), sum = exp(log_term);
    long count = 0;
    while (sum < 1 - 1e-4 && count < trials) {
        log_term += log((double)(trials - count) / (double)(count + 1)) + log(probability) -
                    log1p(-probability);
        sum += exp(log_term);
        count++;
    }
    return count;
}

#endif
