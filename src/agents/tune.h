/* tune.h - fits the weights of a game's estimate to the results of games
 *
 * 1. Self-play. Every game starts from a random board after some random moves, and one move in
 *    twenty is a random one: between equals the first to move wins nearly always in some games, and
 *    from such games nothing could be learned. Everything follows from the seed, however many jobs
 *    there are.
 * 2. Samples: positions in which the search proved nothing. Where moves gain points most are not
 *    quiet, since a large gain is there to be taken; so what is sampled there is the end of the
 *    line that the search expects, which is where it asked the estimate.
 * 3. Fit. The chance that the side to move wins is taken to be logistic in the final margin that is
 *    expected: what is banked and the estimate, over a spread that is fitted too. The weights that
 *    make the results likeliest (least logistic loss), less a pull towards those that the games
 *    were played with, are found by L-BFGS. Where nothing is banked, only the ratio of weights and
 *    spread means anything: there the spread is the game's usual one. Every fifth game is held
 *    out, to tell learning from remembering.
 *
 * Weights can be had from nothing: begin with zeros, and play further rounds with what was found.
 * Then no build's present weights have a part in them.
 *
 * A better fit is no better player yet: let the lab decide (plywood:weights=FILE).
 */
#ifndef AGENTS_TUNE_H
#define AGENTS_TUNE_H

#include "agents/weights.h"
#include "game/tuning.h"

enum { TUNE_FOLDS = 5 }; /* one game in five is held out */

struct tune_options {
    const struct game *game;
    struct setup setup;
    const int *weights; /* to play with, and to fit; they must outlive the data */
    int games;
    uint64_t nodes; /* a move */
    uint64_t seed;
    int jobs;
};

struct sample {
    int game; /* its number */
    int banked;
    float result; /* for the side to move: 1, 0 or, for a draw, 0.5 */
    int feature[WEIGHTS_MAX];
};

struct tune_data {
    const struct game *game;
    const int *weights; /* that the players had */
    int count, capacity;
    struct sample *sample;
};

struct tune_loss {
    double train, held_out; /* mean loss of a sample; NAN if there is none */
};

struct tune_result {
    struct weights weights;
    double spread; /* in points */
    struct tune_loss before, after;
    int trained, held_out; /* samples */
};

/* Plays the games. The data are the caller's, to be ended with tune_free(). */
void tune_play(const struct tune_options *, struct tune_data *);
void tune_free(struct tune_data *);

/* Tells two sets of samples apart. */
uint64_t tune_hash(const struct tune_data *);

/* True if there are samples to train with. */
bool tune_can_fit(const struct tune_data *);

/* There must be samples to train with. */
void tune_fit(const struct tune_data *, struct tune_result *);

/* The samples as text: game, result, banked, features; a line each. */
void tune_write_data(const struct tune_data *, struct text *);

#endif
