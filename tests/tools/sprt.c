/* sprt.c - does the sequential test keep its error rates, and end when it should?
 *
 *   sprt [RUNS]     10,000 runs for each truth unless told otherwise
 *
 * Matches are drawn from known truths: the player a is better by exactly elo0, or by exactly elo1,
 * games are decisive or drawish, and the first move is worth nothing or 250 Elo. Each match is
 * stopped by the test itself, pair after pair, as plywood match and plywood lab stop theirs.
 *
 * Errors: each run decides wrongly with a probability of at most 5 %. More wrong decisions than the
 * binomial distribution of 5 % has once in ten thousand times are too many.
 *
 * Games: by Wald's identity the mean of the LLR at the end is the mean number of pairs times what a
 * pair adds in the long run. A test that ended right at its bounds would take that many pairs. This
 * one ends a little beyond them, the more so where a single pair adds much: between 2 % less and
 * 15 % more is right, and four standard errors of the mean either way.
 *
 * The exit status is 1 if something is not as it should be.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/jobs.h"
#include "tests/tools/truths.h"

static const double error_rate = 0.05;

enum { BOUNDS = 2, CELLS = TRUTHS * BOUNDS * 2 };

static const double elo1_of[BOUNDS] = {10, 50};

/* A row of the output; the runs are spread over the threads in parts. */
struct cell {
    const struct truth *truth;
    double elo1;
    bool is_better;
    double pair[TALLY_RESULTS];
};

enum { PARTS = 20 };

struct outcome {
    long runs, wrong, outside; /* outside: the Elo interval at the end misses the truth */
    double games, squares;
};

struct simulation {
    struct cell cell[CELLS];
    long runs;
    struct outcome sum;
    bool good;
};

/* Plays one match; true if elo1 is accepted. */
static bool play(struct random *random, const struct cell *cell, struct tally *tally)
{
    double lower, upper;
    sprt_bounds(error_rate, error_rate, &lower, &upper);
    for (;;) {
        tally->pairs[draw_result(random, cell->pair)]++;
        double llr = tally_llr(tally, 0, cell->elo1);
        if (llr >= upper || llr <= lower)
            return llr >= upper;
    }
}

static void work(void *context, int number, void *result)
{
    const struct simulation *s = context;
    const struct cell *cell = &s->cell[number / PARTS];
    struct outcome *out = result;
    struct random random = {hash64((uint64_t)number + 1)};
    double truth = cell->is_better ? cell->elo1 : 0;
    int part = number % PARTS;
    out->runs = s->runs * (part + 1) / PARTS - s->runs * part / PARTS;
    for (long i = 0; i < out->runs; i++) {
        struct tally tally = {{0}};
        out->wrong += play(&random, cell, &tally) != cell->is_better;
        struct estimate e = tally_estimate(&tally);
        double games = 2 * (double)e.pair_count;
        out->games += games;
        out->squares += games * games;
        out->outside += e.low > truth || e.high < truth;
    }
}

/* The mean number of games by Wald's identity, if each run ended at a bound and not beyond it. */
static double games_due(const struct cell *cell, double wrong)
{
    const double many = 1e9;
    double lower, upper;
    struct tally typical;
    for (int i = 0; i < TALLY_RESULTS; i++)
        typical.pairs[i] = lround(many * cell->pair[i]);
    sprt_bounds(error_rate, error_rate, &lower, &upper);
    double accepted = cell->is_better ? 1 - wrong : wrong;
    double at_end = accepted * upper + (1 - accepted) * lower;
    return 2 * at_end / (tally_llr(&typical, 0, cell->elo1) / many);
}

static bool judge(const struct cell *cell, const struct outcome *sum)
{
    double runs = (double)sum->runs, wrong = (double)sum->wrong / runs;
    double games = sum->games / runs, due = games_due(cell, wrong);
    double chance = 4 * sqrt((sum->squares / runs - games * games) / runs);
    long limit = binomial_limit(sum->runs, error_rate);
    bool too_often = sum->wrong > limit;
    bool not_when_due = games < 0.98 * due - chance || games > 1.15 * due + chance;
    printf("%-28s 0,%-2g truth %-2g  wrong %5.2f %% (at most %.2f)  games %6.0f (due %6.0f)"
           "  outside the interval %4.1f %%%s%s\n",
           cell->truth->name, cell->elo1, cell->is_better ? cell->elo1 : 0, 100 * wrong,
           100 * (double)limit / runs, games, due, 100 * (double)sum->outside / runs,
           too_often ? "  TOO OFTEN" : "", not_when_due ? "  NOT WHEN DUE" : "");
    fflush(stdout);
    return !too_often && !not_when_due;
}

static bool deliver(void *context, int number, const void *result)
{
    struct simulation *s = context;
    const struct outcome *part = result;
    s->sum.runs += part->runs;
    s->sum.wrong += part->wrong;
    s->sum.games += part->games;
    s->sum.squares += part->squares;
    s->sum.outside += part->outside;
    if (number % PARTS == PARTS - 1) {
        s->good &= judge(&s->cell[number / PARTS], &s->sum);
        s->sum = (struct outcome){0};
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct simulation s;
    s.runs = argc > 1 ? atol(argv[1]) : 10000;
    s.good = s.runs > 0;
    for (int i = 0; i < CELLS && s.good; i++) {
        s.cell[i] = (struct cell){.truth = &truths[i / (2 * BOUNDS)],
                                  .elo1 = elo1_of[i / 2 % BOUNDS],
                                  .is_better = i % 2 == 1};
        chances_at(s.cell[i].is_better ? s.cell[i].elo1 : 0, s.cell[i].truth, s.cell[i].pair);
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct jobs jobs = {.count = CELLS * PARTS,
                        .threads = cores < 1                  ? 1
                                   : cores > JOBS_THREADS_MAX ? JOBS_THREADS_MAX
                                                              : (int)cores,
                        .result_bytes = sizeof(struct outcome),
                        .work = work,
                        .deliver = deliver,
                        .context = &s};
    if (s.good)
        jobs_run(&jobs);
    return s.good ? 0 : 1;
}
