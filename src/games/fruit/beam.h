/* beam.h - a line to the end of the game against a model
 *
 * The model answers each of our moves as it must, so only our own have to be chosen, and a beam
 * search sees far beyond any game tree.
 */
#ifndef GAMES_FRUIT_BEAM_H
#define GAMES_FRUIT_BEAM_H

#include "games/fruit/model.h"

enum { PLAN_MOVES = 64, PLAN_STEPS = 1024 };

/* First moves of the best lines, best first, each with the value of what is still to come if the
 * rival follows the model. */
struct plan {
    int count;
    struct {
        unsigned move;
        int value;
    } best[PLAN_MOVES];
    uint64_t nodes;
};

/* What a plan promises if it begins with this move; otherwise, if it knows no such line. */
int plan_value(const struct plan *, unsigned move, int otherwise);

/* One of our moves in a line. */
struct plan_step {
    uint64_t key; /* of the position in which it is made */
    unsigned move;
    int lead; /* what we are ahead by then, since the line began */
};

/* The best line that was found against a model, which holds only for the habit that was assumed. */
struct plan_line {
    enum habit habit;
    int value;
    int steps; /* 0: none */
    struct plan_step step[PLAN_STEPS];
};

/* Plans with wider and wider beams until the limits are reached or no line is left out. Goes on
 * with the line if that foresaw this position, and leaves the best line there. The plan is empty
 * if there was no time for any. */
void beam_plan(struct model_memory *, const struct position *, int depth, enum habit,
               const struct limits *, struct plan_line *, struct plan *);

/* Adds to a plan the value of the best line that begins with this move, if there is time. */
void beam_follow(struct model_memory *, const struct position *, int depth, enum habit,
                 unsigned move, const struct limits *, struct plan *);

#endif
