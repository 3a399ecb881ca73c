#include "base/statistics.h"

#include <math.h>

#include "base/json.h"

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

/* Mean and variance of a pair's score per game. */
static double moments(const struct tally *tally, double *mean, double *variance)
{
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < TALLY_RESULTS; i++) {
        double weight = (double)tally->pairs[i], score = i / 4.0;
        n += weight;
        sum += weight * score;
        squares += weight * score * score;
    }
    *mean = n > 0 ? sum / n : 0.5;
    *variance = n > 0 ? squares / n - *mean * *mean : 0;
    return n;
}

/* If all pairs ended alike, each counts as the win, draw or loss of one game. */
static double likelihood_of_superiority(double n, double mean, double variance)
{
    if (variance > 0)
        return 0.5 * erfc((0.5 - mean) / sqrt(2 * variance / n));
    double ahead = mean > 0.5 ? 1 : mean < 0.5 ? -1 : 0;
    return 0.5 * erfc(-ahead * sqrt(n / 2));
}

struct estimate tally_estimate(const struct tally *tally)
{
    struct estimate e = {0};
    for (int i = 0; i < TALLY_RESULTS; i++)
        e.pair_count += tally->pairs[i];
    double mean, variance;
    double n = moments(tally, &mean, &variance);
    e.score = mean;
    e.elo = score_to_elo(mean);
    if (n == 0) {
        e.low = -INFINITY;
        e.high = INFINITY;
        e.los = 0.5;
        return e;
    }
    double below = 1.959964 * sqrt(variance / n), above = below;
    if (variance <= 0) { /* with 95 % confidence, results not seen in n pairs come 3 times in n */
        double unseen = n > 3 ? 3 / n : 1;
        below = unseen * mean;
        above = unseen * (1 - mean);
    }
    e.low = score_to_elo(mean - below);
    e.high = score_to_elo(mean + above);
    e.los = likelihood_of_superiority(n, mean, variance);
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

void mean_json(struct text *out, const struct mean *m)
{
    double reach = 1.96 * mean_error(m);
    json_put_number(out, "mean", m->mean);
    json_open(out, "interval", '[');
    json_put_number(out, NULL, m->mean - reach);
    json_put_number(out, NULL, m->mean + reach);
    json_close(out, ']');
}
