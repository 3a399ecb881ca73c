/* rating.h - ratings of a tournament: the Bradley-Terry model with draws and a seat term
 *
 * The chance that the agent with the first move wins, draws or loses depends on the difference of
 * two ratings, on the worth of the first move, and on how often games are drawn (bradley_terry.h).
 * Ratings maximise the likelihood of all pairs with a prior, one game won and one lost against an
 * agent of mean strength, which keeps the ratings of unbeaten agents finite. Intervals are 95 %
 * each, from a bootstrap over pairs. They decide nothing about the order of agents whose pairings
 * depended on results: certainty.h does. Only whole pairs count. A best-of ends within a pair when
 * its first game decides, and that win is in no pair: ratings from best-ofs of eleven lie nearer
 * together, by 8 Elo of 100 and 12 of 200.
 */
#ifndef TOURNAMENT_RATING_H
#define TOURNAMENT_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "tournament/encounters.h"

struct rating {
    double elo, low, high; /* against the anchor */
    long pairs;
};

struct ratings {
    int agents;
    struct rating *agent;
    double seat, seat_low, seat_high; /* Elo that the first move is worth */
    double draws;                     /* how often equals draw if no seat is better, 0 to 1 */
    float *superiority; /* agents x agents: share of the bootstrap in which row is above column */
};

struct rating_options {
    int anchor;    /* the agent whose rating is 0; -1: the mean is */
    int resamples; /* of the bootstrap; 0: 250 to 1,000, fewer where there are many couples; -1:
                    * none, intervals come from the curvature of the likelihood, which is quick */
    uint64_t seed;
};

/* Fits the model; free with ratings_free(). */
void ratings_fit(const struct encounters *, const struct rating_options *, struct ratings *);
void ratings_free(struct ratings *);

/* A beats B beats C beats A: each relation is shown by the couple's own pairs, with at most 5 %
 * probability that any relation among all couples is shown wrongly, however often one looks. */
struct cycle {
    int agent[3];
    double score[3]; /* of each against the next, 0 to 1 */
};

/* The clearest cycles first; returns their number, at most most. direct: as certainty.h has it. */
int ratings_cycles(const struct encounters *, const bool *direct, struct cycle *, int most);

#endif
