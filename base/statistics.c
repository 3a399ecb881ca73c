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

/* Mean and variance of a pair's score per game. Each cell starts with prior in place of nothing
 * seen, so that a run of equal results does not pass for certainty. */
static double moments(const struct tally *tally, double prior, double *mean, double *variance)
{
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < 5; i++) {
        double weight = (double)tally->pairs[i] + prior, score = i / 4.0;
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
    for (int i = 0; i < 5; i++)
        e.pair_count += tally->pairs[i];
    double mean, variance;
    double n = moments(tally, 0, &mean, &variance);
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
    for (int i = 0; i < 5; i++)
        json_put_integer(out, NULL, tally->pairs[i]);
    json_close(out, ']');
}

double tally_llr(const struct tally *tally, double elo0, double elo1)
{
    double mean, variance;
    double n = moments(tally, 1e-3, &mean, &variance);
    double score0 = elo_to_score(elo0), score1 = elo_to_score(elo1);
    return n * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance);
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
