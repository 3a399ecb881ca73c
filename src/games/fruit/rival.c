#include "games/fruit/rival.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How likely a stranger makes just the move that was made, and a model one that is not its own. */
static const double stranger_hits = 0.25, model_errs = 0.02;

/* No share falls below that, so that a surprise can always revive it. */
static const double least_share = 0.002;

/* No habit's share falls below that. */
static const double least_habit = 0.01;

struct rival {
    const struct world *world;
    double belief[RIVAL_MODELS];
    double habit[HABITS]; /* the belief in habits */
    struct model_memory *memory;
    struct plan_line line[RIVAL_MODELS]; /* the best one against each */
};

static void forget(struct rival *rival)
{
    memcpy(rival->belief, fruit_foresight.model_prior, sizeof rival->belief);
    memcpy(rival->habit, fruit_foresight.habit_prior, sizeof rival->habit);
    memset(rival->line, 0, sizeof rival->line);
}

struct rival *rival_new(const struct world *world)
{
    struct rival *rival = memory_zero(sizeof *rival);
    rival->world = world;
    rival->memory = model_memory_new();
    forget(rival);
    return rival;
}

void rival_free(struct rival *rival)
{
    if (!rival)
        return;
    model_memory_free(rival->memory);
    free(rival);
}

double rival_belief(const struct rival *rival, int depth)
{
    assert(depth >= 0 && depth < RIVAL_MODELS);
    return rival->belief[depth];
}

void rival_remember(const struct rival *rival, struct text *out)
{
    text_add(out, "rival");
    for (int i = 0; i < RIVAL_MODELS; i++)
        text_add(out, " %.17g", rival->belief[i]);
    text_add(out, " habits");
    for (int i = 0; i < HABITS; i++)
        text_add(out, " %.17g", rival->habit[i]);
    for (int depth = 1; depth < RIVAL_MODELS; depth++) {
        const struct plan_line *line = &rival->line[depth];
        if (line->steps == 0)
            continue;
        text_add(out, " plan %9d %9d %9d %9d", depth, (int)line->habit, line->value, line->steps);
        for (int i = 0; i < line->steps; i++)
            text_add(out, " %" PRIx64 " %u %d", line->step[i].key, line->step[i].move,
                     line->step[i].lead);
    }
    text_add(out, "\n");
}

/* Reads what a format with one or more fields and a final %n matches, and goes on behind it. Whole
 * numbers have a width there: sscanf() wraps those that are too large. */
#define TAKE(at, format, ...) \
    (used = 0, sscanf(at, format "%n", __VA_ARGS__, &used), used > 0 ? (at += used, true) : false)

/* Reads shares that add up to 1, after a title. */
static bool read_shares(const char **text, const char *title, int count, double *share)
{
    const char *at = *text;
    double sum = 0;
    int used;
    if (strncmp(at, title, strlen(title)) != 0)
        return false;
    at += strlen(title);
    for (int i = 0; i < count; i++) {
        if (!TAKE(at, " %lf", &share[i]) || !(share[i] >= 0 && share[i] <= 1))
            return false;
        sum += share[i];
    }
    *text = at;
    return fabs(sum - 1) < 1e-6;
}

/* No line gains more; sums of such values do not overflow. */
static bool is_sane(int value)
{
    return value > -VALUE_MAX / 4 && value < VALUE_MAX / 4;
}

static bool read_plan_line(const char **text, struct plan_line line[RIVAL_MODELS])
{
    const char *at = *text;
    int used, depth, habit, value, steps;
    if (!TAKE(at, " plan %9d %9d %9d %9d", &depth, &habit, &value, &steps) || depth < 1 ||
        depth >= RIVAL_MODELS || habit < 0 || habit >= HABITS || !is_sane(value) || steps < 1 ||
        steps > PLAN_STEPS)
        return false;
    struct plan_line *c = &line[depth];
    c->habit = (enum habit)habit;
    c->value = value;
    c->steps = steps;
    for (int i = 0; i < steps; i++) {
        struct plan_step *step = &c->step[i];
        if (!TAKE(at, " %16" SCNx64 " %9u %9d", &step->key, &step->move, &step->lead) ||
            !is_sane(step->lead))
            return false;
    }
    *text = at;
    return true;
}

bool rival_recall(struct rival *rival, struct line line)
{
    struct rival *read = memory_zero(sizeof *read);
    const char *at = line.start;
    read->world = rival->world;
    read->memory = rival->memory;
    bool good = read_shares(&at, "rival", RIVAL_MODELS, read->belief) &&
                read_shares(&at, " habits", HABITS, read->habit);
    while (good && *at)
        good = read_plan_line(&at, read->line);
    if (good)
        *rival = *read;
    free(read);
    return good;
}

/* How likely a model with a habit makes the move that was made, one of count. */
static double likelihood_of(const struct position *p, unsigned made, int count,
                            const struct move *answer, int answers, enum habit habit)
{
    if (habit != HABIT_NONE && answers > 1)
        answer += model_pick(p, answer, answers, habit), answers = 1;
    for (int i = 0; i < answers; i++)
        if (answer[i].code == made)
            return (1 - model_errs) / answers;
    return model_errs / count;
}

/* Makes shares add up to 1, none of them below the least. */
static void share_out(double *share, int count, double least)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += share[i];
    for (int i = 0; i < count; i++)
        share[i] = least + (1 - count * least) * share[i] / sum;
}

uint64_t rival_observe(struct rival *rival, const struct position *before,
                       const struct position *after, const struct limits *limits)
{
    struct move moves[MOVES_MAX], answer[MOVES_MAX];
    int count = rival->world->rules->moves(before, moves);
    int made = position_move_to(before, after);
    if (made < 0) /* another game has begun */
        forget(rival);
    if (made < 0 || count == 1)
        return 0;
    struct model_search models;
    model_search_init(&models, rival->world, limits);
    double likelihood[HABITS], habit[HABITS] = {0};
    rival->belief[RIVAL_STRANGER] *= stranger_hits;
    for (int depth = 1; depth < RIVAL_MODELS; depth++) {
        int answers = model_answers(&models, before, depth, answer);
        double mean = 0;
        for (int h = 0; h < HABITS; h++) {
            likelihood[h] = models.budget.stopped ? stranger_hits
                                                  : likelihood_of(before, (unsigned)made, count,
                                                                  answer, answers, (enum habit)h);
            habit[h] += rival->belief[depth] * likelihood[h];
            mean += rival->habit[h] * likelihood[h];
        }
        rival->belief[depth] *= mean;
    }
    for (int h = 0; h < HABITS; h++)
        rival->habit[h] *= habit[h] + rival->belief[RIVAL_STRANGER];
    share_out(rival->belief, RIVAL_MODELS, least_share);
    share_out(rival->habit, HABITS, least_habit);
    uint64_t nodes = models.budget.nodes;
    model_search_destroy(&models);
    return nodes;
}

static enum habit likeliest_habit(const struct rival *rival)
{
    enum habit habit = HABIT_NONE;
    for (int i = 0; i < HABITS; i++)
        if (rival->habit[i] > rival->habit[habit])
            habit = (enum habit)i;
    return habit;
}

void rival_plan(struct rival *rival, int depth, const struct position *p,
                const struct limits *limits, struct plan *plan)
{
    assert(depth > RIVAL_STRANGER && depth < RIVAL_MODELS);
    beam_plan(rival->memory, p, depth, likeliest_habit(rival), limits, &rival->line[depth], plan);
}

void rival_follow(struct rival *rival, int depth, const struct position *p, unsigned move,
                  const struct limits *limits, struct plan *plan)
{
    assert(depth > RIVAL_STRANGER && depth < RIVAL_MODELS);
    beam_follow(rival->memory, p, depth, likeliest_habit(rival), move, limits, plan);
}
