#include "base/statistics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"

static const double normal_quantile = 1.959964; /* of 97.5 %: half of an interval of 95 % */

double elo_to_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double score_to_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

/* Mean of the pairs' scores per game, and the mean square of their distance from ½. `added` lost
 * pairs and as many won ones count besides. */
static double moments(const struct tally *tally, double added, double *mean, double *square)
{
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < TALLY_RESULTS; i++) {
        double weight = (double)tally->pairs[i], off = i / 4.0 - 0.5;
        if (i == 0 || i == TALLY_RESULTS - 1)
            weight += added;
        n += weight;
        sum += weight * off;
        squares += weight * off * off;
    }
    *mean = n > 0 ? 0.5 + sum / n : 0.5;
    *square = n > 0 ? squares / n : 0;
    return n;
}

struct estimate tally_estimate(const struct tally *tally)
{
    struct estimate e = {.low = -INFINITY, .high = INFINITY, .los = 0.5};
    double mean, square;
    double n = moments(tally, 0, &mean, &square);
    e.pair_count = lround(n);
    e.score = mean;
    e.elo = score_to_elo(mean);
    if (square > 0) /* which is the variance of equal players */
        e.los = 0.5 * erfc((0.5 - mean) / sqrt(2 * square / n));
    if (n > 0) {
        n = moments(tally, 1, &mean, &square);
        double reach = normal_quantile * sqrt((square - (mean - 0.5) * (mean - 0.5)) / n);
        e.low = score_to_elo(mean - reach);
        e.high = score_to_elo(mean + reach);
    }
    return e;
}

void tally_json(struct text *out, const struct tally *tally)
{
    struct estimate e = tally_estimate(tally);
    json_put_number(out, "elo", e.elo);
    json_open(out, "elo_interval", '[');
    json_put_number(out, NULL, e.low);
    json_put_number(out, NULL, e.high);
    json_close(out, ']');
    json_put_number(out, "los", e.los);
    json_open(out, "pentanomial", '[');
    for (int i = 0; i < TALLY_RESULTS; i++)
        json_put_integer(out, NULL, tally->pairs[i]);
    json_close(out, ']');
}

/* The likeliest distribution of results whose mean is a given score: each frequency f becomes
 * f / (1 + x (result - score)), and x is where the sum of f (result - score) / (1 + x (result -
 * score)) is 0. That sum falls steadily between the two ends, where a divisor would be 0; so
 * Newton's steps that leave the bracket are replaced by halving it. */
static double tilt_for(const double frequency[TALLY_RESULTS], double score)
{
    double low = -1 / (1 - score), high = 1 / score, x = 0;
    for (int step = 0; step < 100; step++) {
        double sum = 0, slope = 0;
        for (int i = 0; i < TALLY_RESULTS; i++) {
            double off = i / 4.0 - score, part = off / (1 + x * off);
            sum += frequency[i] * part;
            slope -= frequency[i] * part * part;
        }
        if (sum > 0)
            low = x;
        else
            high = x;
        double next = x - sum / slope;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - x) < 1e-13 * (high - low + fabs(x)))
            break;
        x = next;
    }
    return x;
}

double tally_llr(const struct tally *tally, double elo0, double elo1)
{
    const double unseen = 1e-3; /* pairs, in place of none: no result is impossible */
    double frequency[TALLY_RESULTS], llr = 0;
    for (int i = 0; i < TALLY_RESULTS; i++)
        frequency[i] = tally->pairs[i] > 0 ? (double)tally->pairs[i] : unseen;
    double score0 = elo_to_score(elo0), score1 = elo_to_score(elo1);
    double tilt0 = tilt_for(frequency, score0), tilt1 = tilt_for(frequency, score1);
    for (int i = 0; i < TALLY_RESULTS; i++)
        llr += frequency[i] *
               log((1 + tilt0 * (i / 4.0 - score0)) / (1 + tilt1 * (i / 4.0 - score1)));
    return llr;
}

void sprt_bounds(double alpha, double beta, double *lower, double *upper)
{
    *lower = log(beta / (1 - alpha));
    *upper = log((1 - beta) / alpha);
}

void mean_add(struct mean *m, double value)
{
    double deviation = value - m->mean;
    m->count++;
    m->mean += deviation / (double)m->count;
    m->squares += deviation * (value - m->mean);
}

double mean_error(const struct mean *m)
{
    double n = (double)m->count;
    return m->count < 2 ? INFINITY : sqrt(m->squares / (n - 1) / n);
}

/* How much of Student's distribution lies between -t and t: for whole degrees a finite sum of
 * powers of a cosine (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
static double student_share(double t, long degrees)
{
    const double pi = 3.14159265358979324;
    double angle = atan(t / sqrt((double)degrees)), cosine = cos(angle);
    bool is_odd = degrees % 2 != 0;
    double term = is_odd ? cosine : 1, sum = degrees > 1 ? term : 0;
    for (long i = is_odd ? 3 : 2; i < degrees; i += 2) {
        term *= cosine * cosine * (double)(i - 1) / (double)i;
        sum += term;
    }
    return is_odd ? 2 / pi * (angle + sin(angle) * sum) : sin(angle) * sum;
}

double student_quantile(long degrees)
{
    if (degrees > 1000) /* the first term of its expansion is exact to six digits there */
        return normal_quantile + 2.372271 / (double)degrees;
    double low = 0, high = 20;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (student_share(middle, degrees) < 0.95)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void mean_json(struct text *out, const struct mean *m)
{
    double reach = m->count > 1 ? student_quantile(m->count - 1) * mean_error(m) : INFINITY;
    json_put_number(out, "mean", m->mean);
    json_open(out, "interval", '[');
    json_put_number(out, NULL, m->mean - reach);
    json_put_number(out, NULL, m->mean + reach);
    json_close(out, ']');
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median lies outside of the k-th smallest and the k-th largest of n with the probability of
 * less than k heads, or tails, in n throws of a coin. */
struct interval median_interval(double *value, int count)
{
    assert(count > 0);
    int k = 0;
    double tail = 0, term = pow(0.5, count);
    for (; tail + term <= 0.025; k++) {
        tail += term;
        term *= (double)(count - k) / (k + 1);
    }
    qsort(value, (size_t)count, sizeof *value, compare);
    return (struct interval){.median = (value[(count - 1) / 2] + value[count / 2]) / 2,
                             .low = k > 0 ? value[k - 1] : -INFINITY,
                             .high = k > 0 ? value[count - k] : INFINITY};
}
