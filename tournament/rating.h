/* rating.h - how strong the agents of a tournament are: Bradley and Terry's model with a seat term
 *
 * The chance that the agent with the first move wins, draws or loses depends on the difference of
 * two ratings, on what the first move is worth, and on how often games are drawn (theory in
 * rating.c). Ratings are those of the greatest likelihood over all pairs together with a prior,
 * which keeps agents finite that have won or lost everything: it is told in rating.c and in
 * docs/tournaments.md. Intervals hold 95 % and come from a bootstrap over pairs.
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
    double draws;                     /* how often equals draw, 0 to 1 */
    float *superiority; /* agents x agents: share of the bootstrap in which row is above column */
};

struct rating_options {
    int anchor;    /* the agent whose rating is 0; -1: the mean is */
    int resamples; /* of the bootstrap; 0: as many as a second or two allow, by the number of
                      agents; -1: none, low and high are elo and superiority is NULL */
    uint64_t seed;
};

/* Fits the model; free with ratings_free(). */
void ratings_fit(const struct encounters *, const struct rating_options *, struct ratings *);
void ratings_free(struct ratings *);

/* A beats B beats C beats A, each by more than chance explains (the test is told in rating.c). */
struct cycle {
    int agent[3];
    double score[3]; /* of each against the next, 0 to 1 */
};

/* The clearest cycles first; returns their number, at most most. */
int ratings_cycles(const struct encounters *, struct cycle *, int most);

#endif
