/* bradley_terry.h - maximum likelihood strengths of agents
 *
 * The model is Davidson's: a game is won, drawn and lost with odds exp(u) : v : exp(-u), where 2 u
 * is the difference of the two strengths, plus the worth of the first move for the side that has
 * it, minus it for the other. Strengths are natural logarithms of odds. bradley_terry.c has the
 * reasons for this model, and the prior.
 */
#ifndef TOURNAMENT_BRADLEY_TERRY_H
#define TOURNAMENT_BRADLEY_TERRY_H

#include "tournament/encounters.h"

/* What of the games counts: by the model nothing else tells anything about the strengths. */
struct bt_couple {
    int a, b;
    double pairs;
};

struct bt_data {
    int agents, couples;
    struct bt_couple *couple; /* those with pairs alone */
    double *points;           /* of each agent: half of (games won less games lost) */
    double seat;              /* the same for the side with the first move */
    double draws;             /* games drawn */
};

/* All pairs of the encounters, or their pairs times weights; free with bt_data_free(). */
void bt_data_of(const struct encounters *, struct bt_data *);
void bt_data_free(struct bt_data *);

/* Parameters are agents strengths, the seat's worth and log(v): agents + 2 numbers. A factor is the
 * triangular one of the information there (minus the second derivatives), row by row; only its
 * lower left part is used. */
enum { BT_EXTRA = 2 };

/* Finds the maximum of likelihood times prior from the parameters given. If factor is not NULL it
 * receives the factor at the maximum. */
void bt_fit(const struct bt_data *, double *parameter, double *factor);

/* The same for data not far from those of a known maximum: factor is the one there and is not
 * changed. Quick for many agents. */
void bt_refit(const struct bt_data *, double *parameter, const double *factor);

/* Solves factor x factor' x result = side; the side becomes the result. */
void bt_solve(const double *factor, int count, double *side);

#endif
