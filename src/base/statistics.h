/* statistics.h - Elo, intervals and the sequential test of a match between two players
 *
 * Games come in pairs: the same start, seats swapped. The two games of a pair are not independent,
 * because the start may favour a seat. So a pair is the unit of the statistics. It has five
 * results, 0 to 2 points in halves: the pentanomial model.
 *
 * Elo is logistic. Its interval comes from the variance of the pairs, to which one lost and one won
 * pair are added; few pairs, or pairs with equal results, would otherwise show too little variance.
 * Over all true strengths together the interval covers the truth in 95 % of matches of any length;
 * for a single one, in very short matches, it misses in up to 9 % (tests/tools/coverage.c). The
 * number of games must be fixed in advance.
 *
 * The LLR is that of the generalised sequential probability ratio test (GSPRT) of "a is elo1
 * better" against "a is elo0 better": the ratio of the likelihoods of the results under the most
 * likely distributions with these means. A normal approximation is not used; it could decide after
 * one pair.
 */
#ifndef BASE_STATISTICS_H
#define BASE_STATISTICS_H

#include <stdbool.h>

#include "base/text.h"

enum { TALLY_RESULTS = 5 };

struct tally {
    long pairs[TALLY_RESULTS]; /* by half points of player a: 0, ½, 1, 1½, 2 */
};

/* Mean and variance of a stream of numbers (Welford). */
struct mean {
    long count;
    double mean;
    double squares; /* sum of the squared deviations from the mean */
};

struct estimate {
    long pair_count;
    double score;          /* points of a per game, 0 to 1 */
    double elo, low, high; /* of a over b, with its 95 % interval; ± infinity if nothing was lost */
    double los; /* likelihood that a is the better one: one minus the chance that an equal player
                   would score more */
};

struct estimate tally_estimate(const struct tally *);

/* The estimate as members of a JSON object: elo, elo_interval, los, pentanomial. */
void tally_json(struct text *, const struct tally *);

void mean_add(struct mean *, double value);

/* The mean's standard error; infinite with less than two numbers. */
double mean_error(const struct mean *);

/* The 97.5 % quantile of Student's distribution, for intervals of 95 %; 1 degree or more. */
double student_quantile(long degrees);

/* As members of a JSON object: mean, interval (of 95 %, Student's). */
void mean_json(struct text *, const struct mean *);

/* Sorts the numbers and returns their median with a distribution-free 95 % interval by order
 * statistics; ± infinity for fewer than six. */
struct interval {
    double median, low, high;
};
struct interval median_interval(double *value, int count);

/* The log-likelihood ratio of elo1 over elo0. */
double tally_llr(const struct tally *, double elo0, double elo1);

/* The bounds of a test with these error rates: accept elo1 above upper, elo0 below lower. */
void sprt_bounds(double alpha, double beta, double *lower, double *upper);

double elo_to_score(double elo);
double score_to_elo(double score);

#endif
