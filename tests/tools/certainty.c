/* certainty.c - is what a tournament publishes true, and what does it cost?
 *
 *   certainty [WORD=VALUE …]     one row; the words and what they are without being told:
 *
 *     classes=1000      tournaments that are simulated, each with agents of its own
 *     agents=30
 *     world=spread      strengths are normal with this spread: spread=200 (Elo)
 *           equal       all agents are equal
 *           triplets    strengths likewise, but each three agents have the same
 *     seat=250          what the first move is worth, in Elo
 *     draws=0.1         how often a game is drawn, by one of three models: model=any (whoever
 *                       plays), davidson, rao (how often among equals without a seat)
 *     until=certain     games go where the order is open, until all is settled
 *           robin       every couple plays pairs=5 pairs, and an odd game
 *     top=0             places that are asked for; 0: all
 *     batch=60          pairs between two looks
 *     most=1000000      games at most
 *     seed=1
 *
 * A row tells in how many classes anything wrong was published at any look: a strict relation that
 * does not hold, or "equal within 50 Elo" of agents further apart; the mean number of games; in how
 * many classes all was settled; how many of the neighbouring orders asked for are strict in the
 * end, and how many of the others are equal; and how many neighbours stand in the wrong order (by
 * points, of a round robin).
 *
 * The exit status is 1 if more classes are wrong than the binomial distribution of 5 % has once in
 * ten thousand times, or if the mean is above demand_games=… or below demand_strict=….
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/jobs.h"
#include "base/memory.h"
#include "tests/tools/truths.h"
#include "tournament/certainty.h"

static const double margin = 50;

struct scenario {
    long classes, agents, pairs, top, batch, most, seed;
    double spread, seat, draws, demand_games, demand_strict;
    const char *world, *model, *until;
};

struct outcome {
    bool wrong_strict, wrong_equal, settled;
    long games, looks;
    int strict, equal, misordered;
};

struct simulation {
    struct scenario scenario;
    long wrong_strict, wrong_equal, wrong, settled;
    double games, squares, strict, equal, misordered, looks;
};

static double uniform(struct random *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) * 0x1p-53;
}

static double normal(struct random *random)
{
    return sqrt(-2 * log(uniform(random))) * cos(6.283185307179586 * uniform(random));
}

static void draw_strengths(const struct scenario *s, struct random *random, double *elo)
{
    for (int i = 0; i < s->agents; i++) {
        elo[i] = strcmp(s->world, "equal") == 0 ? 0 : s->spread * normal(random);
        if (strcmp(s->world, "triplets") == 0 && i % 3 != 0)
            elo[i] = elo[i - 1];
    }
}

/* The chances of loss, draw and win for whoever is better by this much, the seat included. */
static void chances(const struct scenario *s, double elo, double chance[3])
{
    double win = elo_to_score(elo), draws = s->draws;
    if (strcmp(s->model, "davidson") == 0) {
        double odds = exp(elo * log(10) / 800), draw = 2 * draws / (1 - draws);
        double all = odds + draw + 1 / odds;
        chance[0] = 1 / odds / all;
        chance[1] = draw / all;
        chance[2] = odds / all;
    } else if (strcmp(s->model, "rao") == 0) {
        game_chances(elo, score_to_elo((1 + draws) / 2), chance);
    } else {
        chance[0] = (1 - draws) * (1 - win);
        chance[1] = draws;
        chance[2] = (1 - draws) * win;
    }
}

static int draw_game(struct random *random, const double chance[3])
{
    double at = uniform(random);
    return at < chance[0] ? 0 : at < chance[0] + chance[1] ? 1 : 2;
}

static void play(const struct scenario *s, struct random *random, const double *elo,
                 struct encounter *e, long pairs)
{
    double first[3], second[3];
    chances(s, elo[e->a] - elo[e->b] + s->seat, first);
    chances(s, elo[e->a] - elo[e->b] - s->seat, second);
    for (long i = 0; i < pairs; i++)
        e->pair[draw_game(random, first)][draw_game(random, second)]++;
}

static void judge(const struct certainty *c, const double *elo, struct outcome *out)
{
    for (int a = 0; a < c->agents; a++)
        for (int b = 0; b < c->agents; b++) {
            int relation = c->relation[a * c->agents + b];
            out->wrong_strict |= relation == RELATION_ABOVE && elo[a] <= elo[b];
            out->wrong_equal |= relation == RELATION_EQUAL && fabs(elo[a] - elo[b]) > margin;
        }
}

static void count_neighbours(const struct scenario *s, const struct certainty *c,
                             struct outcome *out)
{
    long last = s->top > 0 && s->top < c->agents ? s->top : c->agents - 1;
    for (long i = 0; i < last; i++) {
        int relation = c->relation[c->order[i] * c->agents + c->order[i + 1]];
        out->strict += relation == RELATION_ABOVE || relation == RELATION_BELOW;
        out->equal += relation == RELATION_EQUAL;
    }
}

static void play_until_certain(const struct scenario *s, struct random *random, const double *elo,
                               struct outcome *out)
{
    struct encounters e = {.agents = (int)s->agents};
    struct wish *wish = memory_new((size_t)s->batch * sizeof *wish);
    for (;;) {
        struct certainty c;
        certainty_find(&e, &(struct certainty_options){.margin = margin}, &c);
        judge(&c, elo, out);
        out->looks++;
        int count = out->games >= s->most
                        ? 0
                        : certainty_wishes(&e, &c,
                                           &(struct wish_options){.top = (int)s->top,
                                                                  .batch = (int)s->batch,
                                                                  .seed = random_next(random)},
                                           wish, (int)s->batch);
        out->settled = certainty_is_settled(&c, (int)s->top);
        if (count == 0)
            count_neighbours(s, &c, out);
        certainty_free(&c);
        if (count == 0)
            break;
        for (int i = 0; i < count; i++) {
            play(s, random, elo, encounters_of(&e, wish[i].a, wish[i].b), wish[i].pairs);
            out->games += 2L * wish[i].pairs;
        }
    }
    free(wish);
    encounters_free(&e);
}

/* Pairs of neighbours by points of which the lower one is the stronger; equal points count half. */
static int misordered(const struct scenario *s, const double *elo, const double *points)
{
    int n = (int)s->agents, count = 0;
    int *order = memory_new((size_t)n * sizeof *order);
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && points[order[at - 1]] < points[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i + 1 < n; i++)
        count += elo[order[i]] < elo[order[i + 1]];
    free(order);
    return count;
}

static void play_robin(const struct scenario *s, struct random *random, const double *elo,
                       struct outcome *out)
{
    struct encounters e = {.agents = (int)s->agents};
    double *points = memory_zero((size_t)s->agents * sizeof *points), chance[3];
    for (int a = 0; a < s->agents; a++)
        for (int b = a + 1; b < s->agents; b++) {
            struct encounter *at = encounters_of(&e, a, b);
            play(s, random, elo, at, s->pairs);
            int side = (int)(random_next(random) & 1);
            chances(s, elo[a] - elo[b] + (side == 0 ? s->seat : -s->seat), chance);
            int odd = draw_game(random, chance);
            at->odd[side][odd]++;
            double half_points = (double)encounter_half_points(at) + odd;
            points[a] += half_points;
            points[b] += 2 * (2 * (double)s->pairs + 1) - half_points;
            out->games += 2 * s->pairs + 1;
        }
    struct certainty c;
    certainty_find(&e, &(struct certainty_options){.margin = margin}, &c);
    judge(&c, elo, out);
    count_neighbours(s, &c, out);
    out->settled = certainty_is_settled(&c, (int)s->top);
    out->misordered = misordered(s, elo, points);
    out->looks = 1;
    certainty_free(&c);
    encounters_free(&e);
    free(points);
}

static void work(void *context, int number, void *result)
{
    const struct simulation *sim = context;
    const struct scenario *s = &sim->scenario;
    struct random random = {hash64((uint64_t)s->seed) ^ hash64((uint64_t)number + 1)};
    double *elo = memory_new((size_t)s->agents * sizeof *elo);
    draw_strengths(s, &random, elo);
    if (strcmp(s->until, "robin") == 0)
        play_robin(s, &random, elo, result);
    else
        play_until_certain(s, &random, elo, result);
    free(elo);
}

static bool deliver(void *context, int number, const void *result)
{
    struct simulation *sim = context;
    const struct outcome *o = result;
    (void)number;
    sim->wrong_strict += o->wrong_strict;
    sim->wrong_equal += o->wrong_equal;
    sim->wrong += o->wrong_strict || o->wrong_equal;
    sim->settled += o->settled;
    sim->games += (double)o->games;
    sim->squares += (double)o->games * (double)o->games;
    sim->strict += o->strict;
    sim->equal += o->equal;
    sim->misordered += o->misordered;
    sim->looks += (double)o->looks;
    return true;
}

static bool report(const struct simulation *sim)
{
    const struct scenario *s = &sim->scenario;
    double n = (double)s->classes, games = sim->games / n;
    double error = sqrt(fmax(0, sim->squares / n - games * games) / n);
    bool too_often = sim->wrong > binomial_limit(s->classes, 0.05);
    bool too_dear = s->demand_games > 0 && games > s->demand_games;
    bool too_vague = sim->strict / n < s->demand_strict;
    printf("%s %.0f, %ld agents, seat %.0f, draws %.0f %% %s, %s, top %ld: %ld classes, wrong "
           "strict %.1f %%, wrong equal %.1f %%, games %.0f (+- %.0f), looks %.0f, settled %.1f "
           "%%, neighbours strict %.2f, equal %.2f, misordered %.2f%s%s%s\n",
           s->world, s->spread, s->agents, s->seat, 100 * s->draws, s->model, s->until, s->top,
           s->classes, 100 * (double)sim->wrong_strict / n, 100 * (double)sim->wrong_equal / n,
           games, error, sim->looks / n, 100 * (double)sim->settled / n, sim->strict / n,
           sim->equal / n, sim->misordered / n, too_often ? "  TOO OFTEN WRONG" : "",
           too_dear ? "  TOO MANY GAMES" : "", too_vague ? "  TOO FEW STRICT" : "");
    return !too_often && !too_dear && !too_vague;
}

/* Each word, and where its value belongs. */
static bool read_word(struct scenario *s, const char *word)
{
    const struct {
        const char *name;
        long *whole;
        double *real;
        const char **text;
    } row[] = {{"classes", &s->classes, NULL, NULL},
               {"agents", &s->agents, NULL, NULL},
               {"pairs", &s->pairs, NULL, NULL},
               {"top", &s->top, NULL, NULL},
               {"batch", &s->batch, NULL, NULL},
               {"most", &s->most, NULL, NULL},
               {"seed", &s->seed, NULL, NULL},
               {"spread", NULL, &s->spread, NULL},
               {"seat", NULL, &s->seat, NULL},
               {"draws", NULL, &s->draws, NULL},
               {"demand_games", NULL, &s->demand_games, NULL},
               {"demand_strict", NULL, &s->demand_strict, NULL},
               {"world", NULL, NULL, &s->world},
               {"model", NULL, NULL, &s->model},
               {"until", NULL, NULL, &s->until}};
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (strlen(row[i].name) != length || strncmp(row[i].name, word, length) != 0 ||
            word[length] != '=')
            continue;
        if (row[i].whole)
            *row[i].whole = atol(word + length + 1);
        else if (row[i].real)
            *row[i].real = atof(word + length + 1);
        else
            *row[i].text = word + length + 1;
        return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    struct simulation sim = {.scenario = {.classes = 1000,
                                          .agents = 30,
                                          .pairs = 5,
                                          .batch = 60,
                                          .most = 1000000,
                                          .seed = 1,
                                          .spread = 200,
                                          .seat = 250,
                                          .draws = 0.1,
                                          .world = "spread",
                                          .model = "any",
                                          .until = "certain"}};
    for (int i = 1; i < argc; i++)
        if (!read_word(&sim.scenario, argv[i])) {
            fprintf(stderr, "certainty: no such word: %s\n", argv[i]);
            return 2;
        }
    const struct scenario *s = &sim.scenario;
    if (s->classes < 1 || s->agents < 2 || s->batch < 1 || s->pairs < 1) {
        fprintf(stderr, "certainty: at least one class, two agents, one pair\n");
        return 2;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct jobs jobs = {.count = (int)s->classes,
                        .threads = cores < 1                  ? 1
                                   : cores > JOBS_THREADS_MAX ? JOBS_THREADS_MAX
                                                              : (int)cores,
                        .result_bytes = sizeof(struct outcome),
                        .work = work,
                        .deliver = deliver,
                        .context = &sim};
    jobs_run(&jobs);
    return report(&sim) ? 0 : 1;
}
