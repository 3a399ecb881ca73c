/* Intervals come from a bootstrap over pairs: each pair is counted as often as chance says, once on
 * average (a Poisson number), and the model is fitted to that. A pair is counted or left out as a
 * whole, so its two games may depend on each other. Couples are not held to their numbers of pairs:
 * of a couple with a single pair nothing would then vary. An interval is a rating and Student's
 * quantile times the spread of its resamples: with few pairs the quantiles of the resamples
 * themselves held the truth too rarely (tests/tools/rating.c). It is never narrower than the
 * curvature of likelihood and prior makes it: of an agent that has won everything each resample
 * says the same.
 */
#include "tournament/rating.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/statistics.h"
#include "tournament/bradley_terry.h"
#include "tournament/e_process.h"

static const double elo_per_unit = 173.71779276130073; /* 400 / ln(10) */
static const double normal_quantile = 1.959964;        /* of 97.5 % */

/* A result of a couple's pairs that was seen. */
struct seen {
    int couple, count;
    signed char first, second;
};

struct sample {
    struct bt_data data;
    struct seen *seen;
    int seen_count;
};

static struct sample sample_new(const struct encounters *e)
{
    struct sample s = {0};
    bt_data_of(e, &s.data);
    s.seen = memory_new((size_t)e->count * ENCOUNTER_RESULTS * ENCOUNTER_RESULTS * sizeof *s.seen);
    for (int i = 0, couple = 0; i < e->count; i++) {
        const struct encounter *at = &e->encounter[i];
        if (encounter_pairs(at) == 0)
            continue;
        for (int first = 0; first < ENCOUNTER_RESULTS; first++)
            for (int second = 0; second < ENCOUNTER_RESULTS; second++)
                if (at->pair[first][second] > 0)
                    s.seen[s.seen_count++] = (struct seen){couple, (int)at->pair[first][second],
                                                           (signed char)first, (signed char)second};
        couple++;
    }
    return s;
}

static double uniform(struct random *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
}

/* How often pairs that were seen this many times are counted in a resample. From 30 on a rounded
 * normal number is as good as a Poisson one. */
static double recount(struct random *random, int count)
{
    enum { MANY = 30 };
    static const double pi = 3.14159265358979324;
    if (count >= MANY) {
        double normal = sqrt(-2 * log(uniform(random))) * cos(2 * pi * uniform(random));
        return fmax(0, rint(count + sqrt(count) * normal));
    }
    int result = 0;
    double at = uniform(random), term = exp(-count);
    for (; at > term && result < 10 * MANY; term *= (double)count / result) {
        at -= term;
        result++;
    }
    return result;
}

static void resample(struct sample *s, struct random *random)
{
    struct bt_data *data = &s->data;
    for (int i = 0; i < data->couples; i++)
        data->couple[i].pairs = 0;
    memset(data->points, 0, (size_t)data->agents * sizeof *data->points);
    data->seat = data->draws = 0;
    for (int i = 0; i < s->seen_count; i++) {
        const struct seen *seen = &s->seen[i];
        struct bt_couple *couple = &data->couple[seen->couple];
        double count = recount(random, seen->count);
        double points = count * (seen->first + seen->second - 2) / 2;
        couple->pairs += count;
        data->points[couple->a] += points;
        data->points[couple->b] -= points;
        data->seat += count * (seen->first - seen->second) / 2;
        data->draws += count *
                       ((seen->first == ENCOUNTER_DRAWN) + (seen->second == ENCOUNTER_DRAWN));
    }
}

/* Strengths count from the anchor, or from their mean. */
static void shift(double *parameter, int agents, int anchor)
{
    double zero = 0;
    for (int i = 0; i < agents; i++)
        zero += parameter[i] / agents;
    if (anchor >= 0)
        zero = parameter[anchor];
    for (int i = 0; i < agents; i++)
        parameter[i] -= zero;
}

/* Widens the interval around a value, if the spread of its resamples asks for it. Student's
 * quantile allows for how few pairs the spread was taken from. */
static void widen(double value, const double *drawn, int count, long pairs, double *low,
                  double *high)
{
    struct mean mean = {0};
    for (int i = 0; i < count; i++)
        mean_add(&mean, drawn[i]);
    double spread = count > 1 ? sqrt(mean.squares / (count - 1)) : 0;
    double reach = student_quantile(pairs > 1 ? pairs - 1 : 1) * spread;
    *low = fmin(*low, value - reach);
    *high = fmax(*high, value + reach);
}

static void count_superiority(struct ratings *r, const double *parameter, float share)
{
    for (int i = 0; i < r->agents; i++)
        for (int k = 0; k < r->agents; k++)
            if (i != k && parameter[i] >= parameter[k])
                r->superiority[i * r->agents + k] += parameter[i] > parameter[k] ? share
                                                                                 : share / 2;
}

static void bootstrap(struct sample *s, const struct rating_options *options, const double *best,
                      const double *factor, int resamples, struct ratings *r)
{
    int n = r->agents, size = n + BT_EXTRA;
    struct random random = {hash64(options->seed)};
    double *drawn = memory_new((size_t)(n + 1) * (size_t)resamples * sizeof *drawn);
    double *parameter = memory_new((size_t)size * sizeof *parameter);
    long pairs = 0;
    for (int i = 0; i < n; i++)
        pairs += r->agent[i].pairs / 2;
    memset(r->superiority, 0, (size_t)n * (size_t)n * sizeof *r->superiority);
    for (int i = 0; i < resamples; i++) {
        resample(s, &random);
        memcpy(parameter, best, (size_t)size * sizeof *parameter);
        bt_refit(&s->data, parameter, factor);
        shift(parameter, n, options->anchor);
        count_superiority(r, parameter, 1 / (float)resamples);
        for (int k = 0; k <= n; k++)
            drawn[(size_t)k * (size_t)resamples + (size_t)i] = elo_per_unit * parameter[k];
    }
    for (int i = 0; i < n; i++)
        widen(r->agent[i].elo, drawn + (size_t)i * (size_t)resamples, resamples, r->agent[i].pairs,
              &r->agent[i].low, &r->agent[i].high);
    widen(r->seat, drawn + (size_t)n * (size_t)resamples, resamples, pairs, &r->seat_low,
          &r->seat_high);
    free(parameter);
    free(drawn);
}

/* The inverse of the information: how strengths and seat vary together by the model. */
static double *covariance_of(const double *factor, int size)
{
    double *out = memory_zero((size_t)size * (size_t)size * sizeof *out);
    for (int i = 0; i < size; i++) {
        double *row = out + (size_t)i * (size_t)size;
        row[i] = 1;
        bt_solve(factor, size, row);
    }
    return out;
}

/* The variance of the difference from the anchor, or from the mean. */
static void intervals_by_curvature(const double *factor, int anchor, struct ratings *r)
{
    size_t n = (size_t)r->agents, size = n + BT_EXTRA;
    double *covariance = covariance_of(factor, (int)size), all = 0;
    double *with_zero = memory_zero(n * sizeof *with_zero); /* covariance with what counts as 0 */
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++)
            with_zero[i] += covariance[i * size + k] / (double)n;
        if (anchor >= 0)
            with_zero[i] = covariance[i * size + (size_t)anchor];
        all += with_zero[i] / (double)n;
    }
    if (anchor >= 0)
        all = with_zero[anchor];
    for (size_t i = 0; i < n; i++) {
        double variance = covariance[i * size + i] - 2 * with_zero[i] + all;
        double reach = normal_quantile * elo_per_unit * sqrt(fmax(0, variance));
        r->agent[i].low = r->agent[i].elo - reach;
        r->agent[i].high = r->agent[i].elo + reach;
        for (size_t k = 0; k < n; k++) {
            double apart = (r->agent[i].elo - r->agent[k].elo) / elo_per_unit;
            double both = covariance[i * size + i] + covariance[k * size + k] -
                          2 * covariance[i * size + k];
            if (i != k)
                r->superiority[i * n + k] = (float)(0.5 * erfc(-apart / sqrt(2 * both)));
        }
    }
    double reach = normal_quantile * elo_per_unit * sqrt(covariance[n * size + n]);
    r->seat_low = r->seat - reach;
    r->seat_high = r->seat + reach;
    free(with_zero);
    free(covariance);
}

static int resamples_for(const struct sample *s)
{
    enum { LEAST = 250, MOST = 1000 };
    double cells = 1 + s->seen_count + 2.0 * s->data.couples;
    double affordable = 5e7 / cells;
    return affordable < LEAST ? LEAST : affordable > MOST ? MOST : (int)affordable;
}

void ratings_fit(const struct encounters *e, const struct rating_options *options,
                 struct ratings *r)
{
    assert(options->anchor < e->agents);
    size_t n = (size_t)e->agents, size = n + BT_EXTRA;
    *r = (struct ratings){.agents = e->agents,
                          .agent = memory_zero(n * sizeof *r->agent),
                          .superiority = memory_zero(n * n * sizeof *r->superiority)};
    double *best = memory_zero(size * sizeof *best);
    double *shown = memory_new(size * sizeof *shown);
    double *factor = memory_new(size * size * sizeof *factor);
    struct sample sample = sample_new(e);
    bt_fit(&sample.data, best, factor);
    memcpy(shown, best, size * sizeof *shown);
    shift(shown, e->agents, options->anchor);
    for (size_t i = 0; i < n; i++)
        r->agent[i].elo = elo_per_unit * shown[i];
    r->seat = elo_per_unit * shown[n];
    r->draws = exp(shown[n + 1]) / (2 + exp(shown[n + 1]));
    for (int i = 0; i < sample.data.couples; i++) {
        const struct bt_couple *c = &sample.data.couple[i];
        r->agent[c->a].pairs += (long)c->pairs;
        r->agent[c->b].pairs += (long)c->pairs;
    }
    intervals_by_curvature(factor, options->anchor, r);
    if (options->resamples >= 0)
        bootstrap(&sample, options, best, factor,
                  options->resamples ? options->resamples : resamples_for(&sample), r);
    bt_data_free(&sample.data);
    free(sample.seen);
    free(factor);
    free(shown);
    free(best);
}

void ratings_free(struct ratings *r)
{
    free(r->agent);
    free(r->superiority);
    *r = (struct ratings){0};
}

/* --- cycles --- */

/* All that is shown of couples by their own pairs. */
struct beaten {
    int agents;
    float *evidence; /* agents x agents; 0: not shown */
    float *score;
};

static struct beaten beaten_of(const struct encounters *e, const bool *direct)
{
    size_t n = (size_t)e->agents;
    struct e_process bets = e_process_for(1);
    struct beaten s = {e->agents, memory_zero(n * n * sizeof *s.evidence),
                       memory_zero(n * n * sizeof *s.score)};
    for (int i = 0; i < e->count; i++) {
        const struct encounter *at = &e->encounter[i];
        struct decided_pairs bouts = decided_pairs_of(at);
        double pairs = (double)encounter_pairs(at);
        double score = (double)encounter_half_points(at) / (4 * fmax(1, pairs));
        bool turned = score < 0.5;
        double found = e_process_better(&bets, turned ? decided_pairs_swapped(bouts) : bouts);
        size_t winner = (size_t)(turned ? at->b : at->a), loser = (size_t)(turned ? at->a : at->b);
        if (direct[winner * n + loser]) {
            s.evidence[winner * n + loser] = (float)found;
            s.score[winner * n + loser] = (float)(turned ? 1 - score : score);
        }
    }
    return s;
}

/* How clear a cycle is: as clear as the least of its relations; 0 if it is none. */
static float clearness(const struct beaten *s, int a, int b, int c)
{
    size_t n = (size_t)s->agents;
    float ab = s->evidence[(size_t)a * n + (size_t)b], bc = s->evidence[(size_t)b * n + (size_t)c];
    float ca = s->evidence[(size_t)c * n + (size_t)a];
    return fminf(ab, fminf(bc, ca));
}

/* Keeps a list of the clearest, the clearest first. */
static int insert(struct cycle *list, float *clear, int count, int most, struct cycle cycle,
                  float how)
{
    int at = count < most ? count : most;
    while (at > 0 && clear[at - 1] < how)
        at--;
    if (at == most)
        return count;
    int moved = (count < most ? count : most - 1) - at;
    memmove(list + at + 1, list + at, (size_t)moved * sizeof *list);
    memmove(clear + at + 1, clear + at, (size_t)moved * sizeof *clear);
    list[at] = cycle;
    clear[at] = how;
    return count < most ? count + 1 : count;
}

int ratings_cycles(const struct encounters *e, const bool *direct, struct cycle *list, int most)
{
    struct beaten s = beaten_of(e, direct);
    size_t n = (size_t)e->agents;
    float *clear = memory_new((size_t)(most > 0 ? most : 1) * sizeof *clear);
    int count = 0;
    for (int a = 0; a < e->agents; a++) /* the one with the lowest number comes first */
        for (int b = a + 1; b < e->agents; b++)
            for (int c = a + 1; c < e->agents; c++) {
                float how = b == c ? 0 : clearness(&s, a, b, c);
                if (how <= 0)
                    continue;
                struct cycle cycle = {{a, b, c},
                                      {s.score[(size_t)a * n + (size_t)b],
                                       s.score[(size_t)b * n + (size_t)c],
                                       s.score[(size_t)c * n + (size_t)a]}};
                count = insert(list, clear, count, most, cycle, how);
            }
    free(clear);
    free(s.evidence);
    free(s.score);
    return count;
}
