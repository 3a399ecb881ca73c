#include "agents/tune.h"

#include <assert.h>
#include <lbfgs.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/jobs.h"
#include "base/memory.h"
#include "base/random.h"
#include "game/session.h"
#include "game/tuning.h"
#include "search/search.h"

/* A game begins with random moves, up to this part of its length; later one move in this many is
 * random. */
enum { HASH_BYTES = 4 << 20, OPENING_PART = 6, RANDOM_ONE_IN = 20 };

/* The loss for a change of one weight that moves the estimate by a whole spread, typically. */
static const double pull = 0.0001;

/* --- self-play --- */

static void add_sample(struct tune_data *data, const struct sample *sample)
{
    if (data->count == data->capacity) {
        data->capacity = data->capacity ? 2 * data->capacity : 64;
        data->sample = memory_resize(data->sample, (size_t)data->capacity * sizeof *sample);
    }
    data->sample[data->count++] = *sample;
}

/* The position at the end of the line that the search expects. */
static struct position *end_of_line(const struct position *p, const struct search_result *result)
{
    struct position *now = position_copy(p), *child = position_new(p->world);
    for (int i = 0; i < result->line_length; i++) {
        p->world->rules->play(now, result->line[i], child);
        struct position *before = now;
        now = child;
        child = before;
    }
    free(child);
    return now;
}

/* Samples a position; the result is left open, its side is kept in it until the end. */
static void take_sample(const struct position *p, int game, struct tune_data *data)
{
    const struct game *g = p->world->game;
    struct sample sample = {.game = game, .result = p->side, .banked = position_banked(p)};
    g->tuning->features(p, sample.feature);
    add_sample(data, &sample);
}

static void sample_line(const struct position *p, const struct search_result *result, int game,
                        struct tune_data *data)
{
    struct position *end = end_of_line(p, result);
    if (!position_is_over(end))
        take_sample(end, game, data);
    free(end);
}

static unsigned random_move(const struct position *p, struct random *random)
{
    struct move moves[MOVES_MAX];
    int count = p->world->rules->moves(p, moves);
    return moves[random_below(random, (unsigned)count)].code;
}

/* Plays on to the end of the game and samples on the way. */
static void play_on(struct session *session, const struct tune_options *o, struct random *random,
                    int game, struct tune_data *data)
{
    struct search *search = search_new(session->world,
                                       &(struct search_options){.hash_bytes = HASH_BYTES});
    struct limits limits = {.source = CLOCK_OF_THREAD, .nodes = o->nodes};
    while (session_ending(session) == ENDING_NONE) {
        const struct position *p = session_now(session);
        if (random_below(random, RANDOM_ONE_IN) == 0) {
            session_play(session, random_move(p, random));
            continue;
        }
        uint64_t *past;
        int count = session_past(session, &past);
        search_set_past(search, past, count, session->ply_limit);
        free(past);
        struct search_result result = search_run(search, p, &limits, NULL, NULL);
        if (!result.proven && result.depth > 0) {
            if (o->game->pays)
                sample_line(p, &result, game, data);
            else
                take_sample(p, game, data);
        }
        session_play(session, result.move);
    }
    search_free(search);
}

/* The setup's board in a world with the weights to play with. */
static struct problem *create(const struct tune_options *o, const struct setup *setup)
{
    struct notes notes = {0};
    struct problem *problem = o->game->create(setup, &notes);
    assert(problem);
    struct world *world = world_reweigh(problem->world, o->weights);
    free(problem->world);
    problem->world = world;
    position_set_world(problem->position, world);
    return problem;
}

static void play_game(void *context, int game, void *out)
{
    const struct tune_options *o = context;
    struct tune_data *data = out;
    struct random random = {hash64(o->seed ^ (uint64_t)game << 20)};
    struct setup setup = o->setup;
    setup.seed = random_next(&random);
    struct problem *problem = create(o, &setup);
    struct session *session = session_new(problem->position, o->game->draws.ply_limit);
    int length = 2 * problem->world->rules->moves_left(problem->position);
    unsigned plies = random_below(&random, (unsigned)(length / OPENING_PART + 1));
    while (plies-- > 0 && session_ending(session) == ENDING_NONE)
        session_play(session, random_move(session_now(session), &random));
    play_on(session, o, &random, game, data);

    int winner = session_winner(session);
    for (int i = 0; i < data->count; i++) {
        float *result = &data->sample[i].result;
        *result = winner < 0 ? 0.5f : (float)((int)*result == winner);
    }
    session_free(session);
    problem_free(problem);
}

struct collection {
    struct tune_options options; /* first: the jobs see no more of it */
    struct tune_data *data;
};

static bool take_game(void *context, int game, const void *result)
{
    (void)game;
    struct collection *collection = context;
    struct tune_data played = *(const struct tune_data *)result;
    for (int i = 0; i < played.count; i++)
        add_sample(collection->data, &played.sample[i]);
    free(played.sample);
    return true;
}

void tune_play(const struct tune_options *o, struct tune_data *data)
{
    assert(o->games >= 1 && o->nodes > 0);
    *data = (struct tune_data){.game = o->game, .weights = o->weights};
    struct collection collection = {*o, data};
    struct jobs jobs = {.count = o->games,
                        .threads = o->jobs,
                        .result_bytes = sizeof *data,
                        .work = play_game,
                        .deliver = take_game,
                        .context = &collection};
    jobs_run(&jobs);
}

void tune_free(struct tune_data *data)
{
    free(data->sample);
    *data = (struct tune_data){0};
}

uint64_t tune_hash(const struct tune_data *data)
{
    uint64_t hash = (uint64_t)data->count;
    for (int i = 0; i < data->count; i++) {
        const struct sample *s = &data->sample[i];
        hash = hash64(hash ^ (uint64_t)s->game);
        hash = hash64(hash ^ (uint64_t)(2 * s->result));
        hash = hash64(hash ^ (uint64_t)(int64_t)s->banked);
        for (int k = 0; k < data->game->tuning->count; k++)
            hash = hash64(hash ^ (uint64_t)(int64_t)s->feature[k]);
    }
    return hash;
}

void tune_write_data(const struct tune_data *data, struct text *out)
{
    for (int i = 0; i < data->count; i++) {
        const struct sample *s = &data->sample[i];
        text_add(out, "%d\t%g\t%d", s->game, (double)s->result, s->banked);
        for (int k = 0; k < data->game->tuning->count; k++)
            text_add(out, "\t%d", s->feature[k]);
        text_add(out, "\n");
    }
}

/* --- the fit --- */

/* What is minimised. x[i] is weight i's change times the feature's root mean square over scale: the
 * points by which the change moves the estimate; the last x is the logarithm of the spread. */
struct objective {
    const struct tune_data *data;
    const struct tuning *tuning;
    double step[WEIGHTS_MAX]; /* of weight i, for 1 of x[i]; 0: it stays as it is */
    bool holds_spread;        /* it stays as it is */
};

static bool is_held_out(const struct sample *s)
{
    return s->game % TUNE_FOLDS == TUNE_FOLDS - 1;
}

bool tune_can_fit(const struct tune_data *data)
{
    for (int i = 0; i < data->count; i++)
        if (!is_held_out(&data->sample[i]))
            return true;
    return false;
}

/* The final margin that is expected, for the side to move. */
static double expectation(const struct objective *o, const struct sample *s, const double *x)
{
    double sum = 0;
    for (int i = 0; i < o->tuning->count; i++)
        sum += (o->data->weights[i] + o->step[i] * x[i]) * s->feature[i];
    return s->banked + sum / o->tuning->scale;
}

/* -log of the chance given to what happened; z: the log-odds of a win. */
static double loss_of(double z, double result)
{
    double log_of_loss = z > 0 ? z + log1p(exp(-z)) : log1p(exp(z)); /* -log(1 - chance) */
    return log_of_loss - result * z;
}

static double mean_loss(const struct objective *o, const double *x, bool held_out)
{
    double sum = 0, spread = exp(x[o->tuning->count]);
    int count = 0;
    for (int i = 0; i < o->data->count; i++) {
        const struct sample *s = &o->data->sample[i];
        if (is_held_out(s) != held_out)
            continue;
        sum += loss_of(expectation(o, s, x) / spread, (double)s->result);
        count++;
    }
    return count > 0 ? sum / count : NAN;
}

static double evaluate(void *context, const double *x, double *gradient, const int n,
                       const double unused)
{
    (void)unused;
    const struct objective *o = context;
    const int weights = o->tuning->count;
    double loss = 0, spread = exp(x[weights]), pulled = 0;
    int count = 0;
    memset(gradient, 0, (size_t)n * sizeof *gradient);
    for (int i = 0; i < o->data->count; i++) {
        const struct sample *s = &o->data->sample[i];
        if (is_held_out(s))
            continue;
        double z = expectation(o, s, x) / spread;
        double slope = 1 / (1 + exp(-z)) - (double)s->result;
        loss += loss_of(z, (double)s->result);
        for (int k = 0; k < weights; k++)
            gradient[k] += slope * o->step[k] * s->feature[k] / o->tuning->scale / spread;
        gradient[weights] -= slope * z;
        count++;
    }
    for (int k = 0; k <= weights; k++)
        gradient[k] /= count;
    /* the pull is in spreads, and so pulls on the spread too */
    for (int k = 0; k < weights; k++) {
        double change = x[k] / spread;
        pulled += change * change;
        gradient[k] += 2 * pull * change / spread;
    }
    gradient[weights] -= 2 * pull * pulled;
    if (o->holds_spread)
        gradient[weights] = 0;
    return loss / count + pull * pulled;
}

/* Features that never occur leave their weights alone. */
static void set_steps(struct objective *o)
{
    for (int k = 0; k < o->tuning->count; k++) {
        double squares = 0;
        for (int i = 0; i < o->data->count; i++)
            squares += pow(o->data->sample[i].feature[k], 2);
        double size = sqrt(squares / o->data->count);
        o->step[k] = size > 0 ? o->tuning->scale / size : 0;
    }
}

static void minimise(struct objective *o, double *x)
{
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.epsilon = 1e-7;
    parameters.max_iterations = 1000;
    /* a line search that finds nothing better leaves x at the best that was found */
    (void)lbfgs(o->tuning->count + 1, x, NULL, evaluate, NULL, o, &parameters);
}

void tune_fit(const struct tune_data *data, struct tune_result *result)
{
    const struct tuning *tuning = data->game->tuning;
    const int count = tuning->count;
    struct objective o = {.data = data, .tuning = tuning};
    *result = (struct tune_result){.weights.game = data->game};
    for (int i = 0; i < data->count; i++)
        *(is_held_out(&data->sample[i]) ? &result->held_out : &result->trained) += 1;
    assert(result->trained > 0);

    /* first the spread alone, to be fair to the weights before */
    double *x = lbfgs_malloc(count + 1);
    memset(x, 0, (size_t)(count + 1) * sizeof *x);
    const double usual = log(tuning->spread * data->game->unit);
    x[count] = usual;
    minimise(&o, x);
    result->before = (struct tune_loss){mean_loss(&o, x, false), mean_loss(&o, x, true)};
    set_steps(&o);
    o.holds_spread = !data->game->pays;
    if (o.holds_spread)
        x[count] = usual;
    minimise(&o, x);
    /* what counts is what the rounded weights can do */
    for (int i = 0; i < count; i++) {
        double weight = round(data->weights[i] + o.step[i] * x[i]);
        weight = fmax(-tuning->limit, fmin(tuning->limit, weight));
        result->weights.weight[i] = (int)weight;
        x[i] = o.step[i] > 0 ? (weight - data->weights[i]) / o.step[i] : 0;
    }
    result->after = (struct tune_loss){mean_loss(&o, x, false), mean_loss(&o, x, true)};
    result->spread = exp(x[count]) / data->game->unit;
    lbfgs_free(x);
}
