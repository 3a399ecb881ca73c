#include "games/reversi/fitting.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "games/reversi/grid8.h"

enum {
    EPOCHS = 10,
    SEEN_FEW = 3, /* a weight seen this often is halved */
    CURVE_STEPS = 1024,
    CURVE_END = 12 /* beyond these log-odds the chance is taken as theirs */
};

static const float first_rate = 0.03f, last_rate = 0.006f;

/* One stage at work. */
struct fit {
    const struct pattern_layout *layout;
    int32_t *lower; /* of a cell and its mirror image */
    float *weight, *slopes;
    uint32_t *seen;
    float limit;
    float curve[CURVE_STEPS + 1]; /* the chance by log-odds, rounded: the same on every machine */
};

static void begin_curve(struct fit *f)
{
    for (int i = 0; i <= CURVE_STEPS; i++) {
        double odds = (2.0 * i / CURVE_STEPS - 1) * CURVE_END;
        f->curve[i] = (float)(round(0x1p20 / (1 + exp(-odds))) / 0x1p20);
    }
}

static float chance_of(const struct fit *f, float odds)
{
    float at = (odds + CURVE_END) * (CURVE_STEPS / (2.0f * CURVE_END));
    if (at <= 0 || at >= CURVE_STEPS)
        return f->curve[at <= 0 ? 0 : CURVE_STEPS];
    int step = (int)at;
    float rest = at - (float)step, rise = f->curve[step + 1] - f->curve[step];
    float change = rest * rise;
    return f->curve[step] + change;
}

static uint64_t inside(int n)
{
    uint64_t set = 0;
    for (int row = 0; row < n; row++)
        set |= ((UINT64_C(1) << n) - 1) << 8 * row;
    return set;
}

static int discs_of(const struct fit_sample *s)
{
    return __builtin_popcountll(s->own | s->other);
}

static bool is_held_out(const struct fit_sample *s)
{
    return s->game % FIT_FOLDS == FIT_FOLDS - 1;
}

/* The weights a sample meets: those of places that exist, then the four others. */
static int cells_of(const struct fit *f, const struct fit_sample *s, int32_t out[PATTERN_FEATURES])
{
    const struct pattern_layout *layout = f->layout;
    struct pattern_indices indices;
    pattern_begin(layout, (const uint64_t[2]){s->own, s->other}, &indices);
    uint64_t empty = inside(layout->size) & ~(s->own | s->other);
    struct pattern_counts counts = {
        .discs = {grid_count(s->own), grid_count(s->other)},
        .moves = {grid_count(grid_moves(s->own, s->other, empty)),
                  grid_count(grid_moves(s->other, s->own, empty))},
    };
    pattern_cells(layout, &indices, 0, &counts, out);
    int count = layout->lanes;
    for (int i = PATTERN_LANES; i < PATTERN_FEATURES; i++)
        out[count++] = out[i];
    for (int i = 0; i < count; i++)
        out[i] = f->lower[out[i]];
    return count;
}

static float odds_of(const struct fit *f, const int32_t *cell, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += f->weight[cell[i]];
    return sum;
}

static void learn(struct fit *f, const struct fit_sample *s, float rate)
{
    int32_t cell[PATTERN_FEATURES];
    int count = cells_of(f, s, cell);
    float miss = s->chance - chance_of(f, odds_of(f, cell, count));
    float square = miss * miss, step = rate * miss;
    for (int i = 0; i < count; i++) {
        float *weight = &f->weight[cell[i]], *slopes = &f->slopes[cell[i]];
        *slopes += square;
        *weight += step / sqrtf(*slopes);
        *weight = *weight > f->limit ? f->limit : *weight < -f->limit ? -f->limit : *weight;
        f->seen[cell[i]]++;
    }
}

static void begin_stage(struct fit *f)
{
    for (int i = 0; i < f->layout->cells; i++) {
        f->weight[i] = 0;
        f->slopes[i] = 0.1f;
        f->seen[i] = 0;
    }
}

static void shuffle(uint32_t *order, size_t count, struct random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)(random_next(random) % i);
        uint32_t other = order[j];
        order[j] = order[i - 1];
        order[i - 1] = other;
    }
}

/* The samples that a stage learns from. */
static size_t choose(const struct pattern_layout *layout, int stage,
                     const struct fit_sample *samples, size_t count, uint32_t *order)
{
    int first = 4 + stage * layout->plies, margin = layout->plies / 2;
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++) {
        int discs = discs_of(&samples[i]);
        if (!is_held_out(&samples[i]) && discs >= first - margin &&
            discs < first + layout->plies + margin)
            order[chosen++] = (uint32_t)i;
    }
    return chosen;
}

static void keep_stage(const struct fit *f, int8_t *weights)
{
    const float scale = (float)PATTERN_SPREAD / PATTERN_UNIT;
    for (int i = 0; i < f->layout->cells; i++) {
        int lower = f->lower[i];
        float seen = (float)f->seen[lower] / EPOCHS;
        float share = seen / (seen + SEEN_FEW), weight = f->weight[lower] * share;
        weights[i] = (int8_t)lrintf(weight * scale);
    }
    weights[f->layout->nothing] = 0;
}

static double loss_of(double odds, double chance)
{
    double log_of_loss = odds > 0 ? odds + log1p(exp(-odds)) : log1p(exp(odds));
    return log_of_loss - chance * odds;
}

/* Asks the weights as they will be used. */
static void report_on(const struct fit *f, const struct fit_sample *samples, size_t count,
                      const int8_t *weights, struct fit_report *report)
{
    *report = (struct fit_report){.constant = log(2)};
    for (size_t i = 0; i < count; i++) {
        int32_t cell[PATTERN_FEATURES];
        int features = cells_of(f, &samples[i], cell), sum = 0;
        int stage = pattern_stage(f->layout, discs_of(&samples[i]));
        for (int k = 0; k < features; k++)
            sum += weights[(ptrdiff_t)stage * f->layout->cells + cell[k]];
        double odds = (double)PATTERN_UNIT / PATTERN_SPREAD * sum;
        double loss = loss_of(odds, (double)samples[i].chance);
        bool held_out = is_held_out(&samples[i]);
        *(held_out ? &report->held_out : &report->trained) += 1;
        *(held_out ? &report->held_out_loss : &report->train_loss) += loss;
    }
    report->train_loss /= report->trained > 0 ? (double)report->trained : 1;
    report->held_out_loss /= report->held_out > 0 ? (double)report->held_out : 1;
}

void fit_patterns(const struct pattern_layout *layout, const struct fit_sample *samples,
                  size_t count, int8_t *weights, struct fit_report *report)
{
    size_t cells = (size_t)layout->cells;
    struct fit f = {
        .layout = layout,
        .lower = memory_new(cells * sizeof *f.lower),
        .weight = memory_new(cells * sizeof *f.weight),
        .slopes = memory_new(cells * sizeof *f.slopes),
        .seen = memory_new(cells * sizeof *f.seen),
        .limit = (float)PATTERN_UNIT * INT8_MAX / PATTERN_SPREAD,
    };
    begin_curve(&f);
    pattern_mirror_cells(layout, f.lower);
    for (int i = 0; i < layout->cells; i++)
        f.lower[i] = f.lower[i] < i ? f.lower[i] : i;
    uint32_t *order = memory_new((count + 1) * sizeof *order);
    for (int stage = 0; stage < layout->stages; stage++) {
        struct random random = {(uint64_t)stage};
        size_t chosen = choose(layout, stage, samples, count, order);
        begin_stage(&f);
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            float rate = first_rate + (last_rate - first_rate) * (float)epoch / (EPOCHS - 1);
            shuffle(order, chosen, &random);
            for (size_t i = 0; i < chosen; i++)
                learn(&f, &samples[order[i]], rate);
        }
        keep_stage(&f, weights + (size_t)stage * cells);
    }
    report_on(&f, samples, count, weights, report);
    free(order);
    free(f.lower);
    free(f.weight);
    free(f.slopes);
    free(f.seen);
}
