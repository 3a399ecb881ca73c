/* Theory. Davidson's way with draws makes the model an exponential family: the logarithm of the
 * likelihood is a sum of parameters times what was counted (points of each agent, points of the
 * first movers, draws) minus a convex function. So it has one maximum, which Newton's method finds;
 * there each agent's points are those that the model expects; and in a pair of games with the seats
 * swapped the seat cancels (evidence.c builds on that). Rao and Kupper's way has none of the three.
 *
 * The prior is made of games that were not played: each agent has won one and lost one against an
 * agent of strength 0, at no seat's advantage; the first mover has won one and lost one among
 * equals; and one more game among equals was half drawn. So everything is finite, an agent without
 * games has strength 0, and after some ten pairs the prior hardly matters.
 *
 * exp(u) is a product of factors that belong to the agents and to the seat. They are computed once
 * for each set of parameters, so that a couple costs two divisions.
 */
#include "tournament/bradley_terry.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const double precise = 1e-10; /* of a strength */
static const double near = 5e-4;     /* the same in resamples: a tenth of an Elo point */

void bt_data_of(const struct encounters *e, struct bt_data *data)
{
    *data = (struct bt_data){.agents = e->agents};
    data->couple = memory_new((size_t)e->count * sizeof *data->couple);
    data->points = memory_zero((size_t)e->agents * sizeof *data->points);
    for (int i = 0; i < e->count; i++) {
        const struct encounter *at = &e->encounter[i];
        long pairs = encounter_pairs(at);
        if (pairs == 0)
            continue;
        double points = ((double)encounter_half_points(at) - 2 * (double)pairs) / 2;
        data->couple[data->couples++] = (struct bt_couple){at->a, at->b, (double)pairs};
        data->points[at->a] += points;
        data->points[at->b] -= points;
        for (int first = 0; first < ENCOUNTER_RESULTS; first++)
            for (int second = 0; second < ENCOUNTER_RESULTS; second++) {
                double count = (double)at->pair[first][second];
                data->seat += count * (first - second) / 2;
                data->draws += count * ((first == ENCOUNTER_DRAWN) + (second == ENCOUNTER_DRAWN));
            }
    }
}

void bt_data_free(struct bt_data *data)
{
    free(data->couple);
    free(data->points);
    *data = (struct bt_data){0};
}

/* The parameters as factors of odds: e[i] = exp(strength / 2) and its inverse. */
struct odds {
    double *agent, *inverse;
    double seat, draw;
};

static void odds_of(const double *parameter, int agents, struct odds *odds)
{
    for (int i = 0; i < agents; i++) {
        odds->agent[i] = exp(parameter[i] / 2);
        odds->inverse[i] = 1 / odds->agent[i];
    }
    odds->seat = exp(parameter[agents] / 2);
    odds->draw = exp(parameter[agents + 1]);
}

/* A game of given odds: what it brings on average (1 a win, -1 a loss), and how often it is
 * drawn. */
struct outlook {
    double mean, draw;
};

static inline struct outlook outlook_at(double win, double draw)
{
    double scale = 1 / (win * win + draw * win + 1);
    return (struct outlook){(win * win - 1) * scale, draw * win * scale};
}

/* Slope of log(likelihood x prior). */
static void slope_at(const struct bt_data *data, const double *parameter, struct odds *odds,
                     double *slope)
{
    int n = data->agents;
    odds_of(parameter, n, odds);
    double seat = 0, draws = 0, back = 1 / odds->seat;
    for (int i = 0; i < n; i++)
        slope[i] = data->points[i] - tanh(parameter[i] / 2);
    for (int i = 0; i < data->couples; i++) {
        const struct bt_couple *c = &data->couple[i];
        double win = odds->agent[c->a] * odds->inverse[c->b];
        struct outlook first = outlook_at(win * odds->seat, odds->draw);
        struct outlook second = outlook_at(win * back, odds->draw);
        double points = c->pairs * (first.mean + second.mean) / 2;
        slope[c->a] -= points;
        slope[c->b] += points;
        seat += c->pairs * (first.mean - second.mean) / 2;
        draws += c->pairs * (first.draw + second.draw);
    }
    slope[n] = data->seat - seat - tanh(parameter[n] / 2);
    slope[n + 1] = data->draws - draws + 0.5 - odds->draw / (2 + odds->draw);
}

/* log(likelihood x prior) but for a constant. */
static double height_at(const struct bt_data *data, const double *parameter, struct odds *odds)
{
    int n = data->agents;
    odds_of(parameter, n, odds);
    double sum = data->seat * parameter[n] + (data->draws + 0.5) * parameter[n + 1] -
                 log(2 + odds->draw) - 2 * log(cosh(parameter[n] / 2)),
           back = 1 / odds->seat;
    for (int i = 0; i < n; i++)
        sum += data->points[i] * parameter[i] - 2 * log(cosh(parameter[i] / 2));
    for (int i = 0; i < data->couples; i++) {
        const struct bt_couple *c = &data->couple[i];
        double win = odds->agent[c->a] * odds->inverse[c->b];
        double first = win * odds->seat, second = win * back;
        sum -= c->pairs *
               log((first + odds->draw + 1 / first) * (second + odds->draw + 1 / second));
    }
    return sum;
}

/* Half of a game's share in the information: of the mean with itself, of mean and draw. */
static inline double spread_of(struct outlook o)
{
    return (1 - o.draw - o.mean * o.mean) / 4;
}

static inline double mixed_of(struct outlook o)
{
    return -o.mean * o.draw / 2;
}

/* Minus the second derivatives; the lower left part. */
static void information_at(const struct bt_data *data, const double *parameter, struct odds *odds,
                           double *out)
{
    int n = data->agents;
    size_t size = (size_t)n + BT_EXTRA;
    double *seat = out + (size_t)n * size, *draw = seat + size, back;
    odds_of(parameter, n, odds);
    back = 1 / odds->seat;
    memset(out, 0, size * size * sizeof *out);
    for (int i = 0; i < data->couples; i++) {
        const struct bt_couple *c = &data->couple[i];
        size_t a = (size_t)c->a, b = (size_t)c->b;
        double win = odds->agent[a] * odds->inverse[b];
        struct outlook first = outlook_at(win * odds->seat, odds->draw);
        struct outlook second = outlook_at(win * back, odds->draw);
        double both = c->pairs * (spread_of(first) + spread_of(second));
        double apart = c->pairs * (spread_of(first) - spread_of(second));
        double mixed = c->pairs * (mixed_of(first) + mixed_of(second));
        out[a * size + a] += both;
        out[b * size + b] += both;
        out[(a > b ? a : b) * size + (a > b ? b : a)] -= both;
        seat[a] += apart;
        seat[b] -= apart;
        draw[a] += mixed;
        draw[b] -= mixed;
        seat[n] += both;
        draw[n] += c->pairs * (mixed_of(first) - mixed_of(second));
        draw[n + 1] += c->pairs * (first.draw * (1 - first.draw) + second.draw * (1 - second.draw));
    }
    for (size_t i = 0; i <= (size_t)n; i++) /* agents and seat: one game won and one lost */
        out[i * size + i] += 0.5 / (cosh(parameter[i] / 2) * cosh(parameter[i] / 2));
    draw[n + 1] += 2 * odds->draw / ((2 + odds->draw) * (2 + odds->draw));
}

/* Cholesky's factor in place. The prior makes the matrix positive definite. */
static void factorise(double *matrix, int count)
{
    size_t size = (size_t)count;
    for (size_t i = 0; i < size; i++) {
        double *row = matrix + i * size;
        for (size_t j = 0; j <= i; j++) {
            const double *other = matrix + j * size;
            double sum = row[j];
            for (size_t k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = i == j ? sqrt(sum) : sum / other[j];
        }
        assert(row[i] > 0);
    }
}

void bt_solve(const double *factor, int count, double *side)
{
    size_t size = (size_t)count;
    for (size_t i = 0; i < size; i++) {
        const double *row = factor + i * size;
        double sum = side[i];
        for (size_t k = 0; k < i; k++)
            sum -= row[k] * side[k];
        side[i] = sum / row[i];
    }
    for (size_t i = size; i-- > 0;) {
        const double *row = factor + i * size;
        side[i] /= row[i];
        for (size_t k = 0; k < i; k++)
            side[k] -= row[k] * side[i];
    }
}

static struct odds odds_new(int agents)
{
    return (struct odds){.agent = memory_new((size_t)agents * sizeof(double)),
                         .inverse = memory_new((size_t)agents * sizeof(double))};
}

static void odds_free(struct odds *odds)
{
    free(odds->agent);
    free(odds->inverse);
}

static double largest(const double *value, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(value[i]));
    return most;
}

/* Goes along the step, less far until that is not downhill. */
static void advance(const struct bt_data *data, double *parameter, const double *step,
                    struct odds *odds)
{
    int size = data->agents + BT_EXTRA;
    double before = height_at(data, parameter, odds), part = 1;
    double *at = memory_new((size_t)size * sizeof *at);
    for (int tries = 0; tries < 30; tries++, part /= 2) {
        for (int i = 0; i < size; i++)
            at[i] = parameter[i] + part * step[i];
        if (height_at(data, at, odds) >= before - 1e-12 * fabs(before))
            break;
    }
    memcpy(parameter, at, (size_t)size * sizeof *at);
    free(at);
}

static void newton(const struct bt_data *data, double *parameter, double *factor, double enough)
{
    int size = data->agents + BT_EXTRA;
    struct odds odds = odds_new(data->agents);
    double *step = memory_new((size_t)size * sizeof *step);
    for (int round = 0; round < 100; round++) {
        slope_at(data, parameter, &odds, step);
        information_at(data, parameter, &odds, factor);
        factorise(factor, size);
        bt_solve(factor, size, step);
        if (largest(step, size) < 0.5)
            for (int i = 0; i < size; i++)
                parameter[i] += step[i];
        else
            advance(data, parameter, step, &odds);
        if (largest(step, size) < enough)
            break;
    }
    free(step);
    odds_free(&odds);
}

void bt_fit(const struct bt_data *data, double *parameter, double *factor)
{
    size_t size = (size_t)data->agents + BT_EXTRA;
    double *own = factor ? factor : memory_new(size * size * sizeof *own);
    newton(data, parameter, own, precise);
    if (!factor)
        free(own);
}

/* Steps with the known factor while they shrink fast; Newton's method where they do not. */
void bt_refit(const struct bt_data *data, double *parameter, const double *factor)
{
    enum { STEPS = 12 };
    int size = data->agents + BT_EXTRA;
    struct odds odds = odds_new(data->agents);
    double *step = memory_new((size_t)size * sizeof *step), last = INFINITY;
    double *start = memory_new((size_t)size * sizeof *start);
    bool found = false;
    memcpy(start, parameter, (size_t)size * sizeof *start);
    for (int i = 0; i < STEPS && !found; i++) {
        slope_at(data, parameter, &odds, step);
        bt_solve(factor, size, step);
        double now = largest(step, size);
        if (now > 0.7 * last || now > 3)
            break;
        for (int k = 0; k < size; k++)
            parameter[k] += step[k];
        found = now < near;
        last = now;
    }
    if (!found) {
        double *own = memory_new((size_t)size * (size_t)size * sizeof *own);
        memcpy(parameter, start, (size_t)size * sizeof *start);
        newton(data, parameter, own, near);
        free(own);
    }
    free(start);
    free(step);
    odds_free(&odds);
}
