/* coverage.c - do the intervals hold the truth as often as they say, and is LOS a likelihood?
 *
 *   coverage [RUNS]     20,000 matches for each truth unless told otherwise
 *
 * Elo: matches of 1 to 500 pairs are drawn from players that differ by 0 to 800 Elo. An interval of
 * 95 % may miss the truth in 5 % of the matches. Results of short matches are few, so what is right
 * on average is off at single truths, for any method; each truth may be missed in 10 % and what
 * chance explains, all of one length together in 5 %. Players that differ by much win short matches
 * without a loss: these are among them.
 *
 * LOS: the difference is drawn evenly from -500 to +500 Elo. Of the matches in which LOS says about
 * x of the side that is ahead, that side is better in about x; at most 3 % of them less.
 *
 * Means: Student's interval of margins that are added up from dice.
 *
 * The exit status is 1 if something is not as it should be.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/tools/truths.h"

static const int lengths[] = {1, 2, 3, 5, 10, 20, 50, 100, 500};
static const double elos[] = {0, 50, 150, 300, 500, 800};
enum { LENGTHS = sizeof lengths / sizeof *lengths, ELOS = sizeof elos / sizeof *elos };

static double uniform(struct random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

static struct estimate play(struct random *random, const double pair[TALLY_RESULTS], int pairs)
{
    struct tally tally = {{0}};
    for (int i = 0; i < pairs; i++)
        tally.pairs[draw_result(random, pair)]++;
    return tally_estimate(&tally);
}

static bool check_elo(int pairs, long runs)
{
    struct random random = {hash64((uint64_t)pairs)};
    long missed = 0, swept = 0, most = 0, limit = binomial_limit(runs, 0.10);
    for (int i = 0; i < TRUTHS * ELOS; i++) {
        double pair[TALLY_RESULTS], elo = elos[i % ELOS];
        long here = 0;
        chances_at(elo, &truths[i / ELOS], pair);
        for (long run = 0; run < runs; run++) {
            struct estimate e = play(&random, pair, pairs);
            here += e.low > elo || e.high < elo;
            swept += e.score == 1;
        }
        missed += here;
        most = here > most ? here : most;
    }
    long all = runs * TRUTHS * ELOS;
    bool good = most <= limit && missed <= binomial_limit(all, 0.05);
    printf(
        "Elo, %3d pairs: missed %5.2f %%, at most %5.2f (limit %.2f); %4.1f %% won every game%s\n",
        pairs, 100 * (double)missed / (double)all, 100 * (double)most / (double)runs,
        100 * (double)limit / (double)runs, 100 * (double)swept / (double)all,
        good ? "" : "  TOO OFTEN");
    return good;
}

static bool check_los(int pairs, long runs)
{
    static const double edge[] = {0.5, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 1.01};
    enum { CLASSES = sizeof edge / sizeof *edge - 1 };
    struct random random = {hash64((uint64_t)pairs + 1000)};
    double said[CLASSES] = {0};
    long count[CLASSES] = {0}, right[CLASSES] = {0};
    for (long run = 0; run < runs; run++) {
        double pair[TALLY_RESULTS], elo = 1000 * (uniform(&random) - 0.5);
        pair_chances(elo, &truths[run % TRUTHS], pair);
        double los = play(&random, pair, pairs).los;
        bool is_ahead = los >= 0.5;
        los = is_ahead ? los : 1 - los;
        int class = 0;
        while (los >= edge[class + 1])
            class ++;
        count[class]++;
        said[class] += los;
        right[class] += is_ahead == (elo > 0);
    }
    bool good = true;
    printf("LOS, %3d pairs:", pairs);
    for (int i = 0; i < CLASSES; i++) {
        double n = (double)count[i];
        if (count[i] == 0)
            continue;
        printf("  %.3f is %.3f", said[i] / n, (double)right[i] / n);
        good &= count[i] - right[i] <= binomial_limit(count[i], 1 - said[i] / n + 0.03);
    }
    printf("%s\n", good ? "" : "  TOO SURE");
    return good;
}

static bool check_mean(int count, long runs)
{
    struct random random = {hash64((uint64_t)count + 2000)};
    long missed = 0, limit = binomial_limit(runs, 0.05);
    for (long run = 0; run < runs; run++) {
        struct mean mean = {0};
        for (int i = 0; i < count; i++) {
            double sum = -6; /* of twelve dice between 0 and 1: nearly normal */
            for (int die = 0; die < 12; die++)
                sum += uniform(&random);
            mean_add(&mean, sum);
        }
        missed += fabs(mean.mean) > student_quantile(count - 1) * mean_error(&mean);
    }
    printf("mean of %3d: missed %5.2f %% (at most %.2f)%s\n", count,
           100 * (double)missed / (double)runs, 100 * (double)limit / (double)runs,
           missed <= limit ? "" : "  TOO OFTEN");
    return missed <= limit;
}

int main(int argc, char **argv)
{
    long runs = argc > 1 ? atol(argv[1]) : 20000;
    bool good = runs > 0;
    for (int i = 0; i < LENGTHS && runs > 0; i++)
        good &= check_elo(lengths[i], runs);
    for (int i = 0; i < LENGTHS && runs > 0; i++)
        good &= check_los(lengths[i], 10 * runs);
    for (int i = 1; i < LENGTHS - 1 && runs > 0; i++)
        good &= check_mean(lengths[i], runs);
    return good ? 0 : 1;
}
