#include "games/halma/fitting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

enum {
    BATCH = 1024,
    HELD_OUT = 10, /* one game in this many */
    UNITS = NET_PAIRS
};

/* The net in floating point, all of it a row of numbers for the optimiser. */
struct weights {
    float row[2][HALMA_SQUARES][UNITS];
    float bias[UNITS], out[UNITS];
    float tempo;
};

enum { WEIGHTS = sizeof(struct weights) / sizeof(float) };

static double uniform(struct random *r)
{
    return (double)(random_next(r) >> 11) * 0x1p-53;
}

/* Small random rows, and units that begin to count in both directions. */
static void begin(struct weights *w, struct random *random)
{
    memset(w, 0, sizeof *w);
    for (int k = 0; k < UNITS; k++) {
        for (int owner = 0; owner < 2; owner++)
            for (unsigned square = 0; square < HALMA_SQUARES; square++)
                w->row[owner][square][k] = (float)(0.2 * (uniform(random) - 0.5));
        w->out[k] = k % 2 ? 0.2f : -0.2f;
    }
}

/* One side's look at a position, and back. */
struct look {
    const uint8_t *piece[2];
    float unit[2][UNITS]; /* of the board and the mirrored one */
};

static unsigned reflected(unsigned square, int image)
{
    return image ? halma_square(halma_y(square), halma_x(square)) : square;
}

static float look(const struct weights *w, const uint8_t *own, const uint8_t *other, bool turn,
                  struct look *l)
{
    l->piece[0] = own;
    l->piece[1] = other;
    float sum = 0;
    for (int image = 0; image < 2; image++) {
        float *unit = l->unit[image];
        memcpy(unit, w->bias, sizeof w->bias);
        for (int owner = 0; owner < 2; owner++)
            for (int i = 0; i < HALMA_PIECES; i++) {
                unsigned square = turn ? 255u - l->piece[owner][i] : l->piece[owner][i];
                const float *row = w->row[owner][reflected(square, image)];
                for (int k = 0; k < UNITS; k++)
                    unit[k] += row[k];
            }
        for (int k = 0; k < UNITS; k++)
            sum += w->out[k] * fmaxf(unit[k], 0);
    }
    return sum;
}

static void look_back(const struct weights *w, const struct look *l, bool turn, float slope,
                      struct weights *gradient)
{
    for (int image = 0; image < 2; image++) {
        float back[UNITS];
        for (int k = 0; k < UNITS; k++) {
            gradient->out[k] += slope * fmaxf(l->unit[image][k], 0);
            back[k] = l->unit[image][k] > 0 ? slope * w->out[k] : 0;
            gradient->bias[k] += back[k];
        }
        for (int owner = 0; owner < 2; owner++)
            for (int i = 0; i < HALMA_PIECES; i++) {
                unsigned square = turn ? 255u - l->piece[owner][i] : l->piece[owner][i];
                float *row = gradient->row[owner][reflected(square, image)];
                for (int k = 0; k < UNITS; k++)
                    row[k] += back[k];
            }
    }
}

/* The slope of a loss that is quadratic near 0 and linear beyond. */
static double slope_of(double off, double near)
{
    return off > near ? 1 : off < -near ? -1 : off / near;
}

/* Returns what the sample's lead is off. */
static double learn(const struct weights *w, const struct fit_sample *s, struct weights *gradient)
{
    const double near = 4;
    struct look own, other;
    float less = look(w, s->own, s->other, false, &own),
          more = look(w, s->other, s->own, true, &other);
    double off = (double)(s->plain + more - less + w->tempo - s->lead);
    if (gradient) {
        double slope = slope_of(off, near);
        look_back(w, &own, false, (float)-slope, gradient);
        look_back(w, &other, true, (float)slope, gradient);
        gradient->tempo += (float)slope;
    }
    return fabs(off);
}

/* Adam, with rows that decay: without that the net learns the noise of its lessons, and a search
 * finds every position that it overrates. */
static const double decay = 20;

struct optimiser {
    float first[WEIGHTS], second[WEIGHTS];
    int steps;
};

static void improve(struct optimiser *o, float *weight, const float *gradient, double rate)
{
    const float keep1 = 0.9f, keep2 = 0.999f, tiny = 1e-8f;
    const float most = (float)NET_WEIGHT_MOST / NET_UNIT_SCALE;
    o->steps++;
    double scale = rate * sqrt(1 - pow((double)keep2, o->steps)) /
                   (1 - pow((double)keep1, o->steps));
    for (int i = 0; i < WEIGHTS; i++) {
        float g = gradient[i] / BATCH;
        o->first[i] += (1 - keep1) * (g - o->first[i]);
        o->second[i] += (1 - keep2) * (g * g - o->second[i]);
        weight[i] -= (float)scale * o->first[i] / (sqrtf(o->second[i]) + tiny);
        bool is_row = i < 2 * HALMA_SQUARES * UNITS;
        if (is_row)
            weight[i] = fminf(fmaxf(weight[i] * (float)(1 - rate * decay), -most), most);
    }
}

static int16_t rounded(float weight, int scale)
{
    float value = rintf(weight * (float)scale);
    return (int16_t)fminf(fmaxf(value, INT16_MIN), INT16_MAX);
}

static void put_in_whole_numbers(const struct weights *w, struct net_core *core)
{
    memset(core, 0, sizeof *core);
    for (int k = 0; k < UNITS; k++) {
        for (int owner = 0; owner < 2; owner++)
            for (unsigned square = 0; square < HALMA_SQUARES; square++)
                core->row[owner][square][k] = rounded(w->row[owner][square][k], NET_UNIT_SCALE);
        core->bias[k] = rounded(w->bias[k], NET_UNIT_SCALE);
        core->out[k] = rounded(w->out[k], NET_OUT_SCALE);
    }
    core->tempo = rounded(w->tempo, NET_OUT_SCALE);
}

static void shuffle(size_t *list, size_t count, struct random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(random, (unsigned)i);
        size_t swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

void fit_net(const struct fit_sample *samples, size_t count, const struct fit_options *options,
             struct net_core *core, struct fit_report *report)
{
    const double first_rate = 2e-3, last_rate = 5e-5;
    struct random random = {options->seed};
    struct weights *w = memory_zero(sizeof *w), *gradient = memory_zero(sizeof *gradient);
    struct optimiser *o = memory_zero(sizeof *o);
    size_t *order = memory_new((count + 1) * sizeof *order);
    size_t trained = 0;
    *report = (struct fit_report){0};
    begin(w, &random);
    for (size_t i = 0; i < count; i++)
        if (samples[i].game % HELD_OUT != 0)
            order[trained++] = i;
    size_t steps = (size_t)options->epochs * (trained / BATCH + 1), step = 0;
    for (int epoch = 0; epoch < options->epochs; epoch++) {
        shuffle(order, trained, &random);
        for (size_t at = 0; at < trained; at += BATCH) {
            memset(gradient, 0, sizeof *gradient);
            for (size_t i = at; i < at + BATCH && i < trained; i++)
                learn(w, &samples[order[i]], gradient);
            double part = (double)step++ / (double)steps;
            improve(o, (float *)w, (const float *)gradient,
                    first_rate * pow(last_rate / first_rate, part));
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (samples[i].game % HELD_OUT != 0)
            continue;
        report->held_out_off += learn(w, &samples[i], NULL);
        report->held_out++;
    }
    report->trained = trained;
    if (report->held_out > 0)
        report->held_out_off /= (double)report->held_out;
    put_in_whole_numbers(w, core);
    free(order);
    free(o);
    free(gradient);
    free(w);
}
