/* fitting.h - learns the weights of patterns.h from positions whose outcome is known
 *
 * Each stage is a logistic regression of its own, by stochastic descent with a step for each weight
 * (Adagrad); it sees the positions of its plies and of half a stage to either side, so that stages
 * join smoothly. Patterns that were met seldom are drawn to 0. Everything follows from samples and
 * their order.
 */
#ifndef GAMES_REVERSI_FITTING_H
#define GAMES_REVERSI_FITTING_H

#include <stddef.h>

#include "games/reversi/patterns.h"

/* One game in this many is held out. */
enum { FIT_FOLDS = 10 };

struct fit_sample {
    uint64_t own, other; /* the mover's discs and the other's */
    float chance;        /* of a win for the mover */
    uint32_t game;
};

struct fit_report {
    size_t trained, held_out;       /* samples */
    double train_loss;              /* mean of -log of the chance given to what happened */
    double held_out_loss, constant; /* the same of games held out; had we said 1/2 each time */
};

/* Fills the weights of all stages. */
void fit_patterns(const struct pattern_layout *, const struct fit_sample *, size_t count,
                  int8_t *weights, struct fit_report *);

#endif
