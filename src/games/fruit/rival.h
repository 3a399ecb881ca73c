/* rival.h - how the opponent seems to choose, and what can be made of it
 *
 * Textbook agents err in a way that can be foreseen: they look some plies ahead and count points.
 * A rival holds a belief over such models, one for each depth, and over the stranger, of whom
 * nothing can be foreseen. Every move that is observed shifts the belief. What is believed at first
 * stands in foresight.h.
 *
 * Plans are made against one model at a time (beam.h), with the likeliest habit (model.h).
 */
#ifndef GAMES_FRUIT_RIVAL_H
#define GAMES_FRUIT_RIVAL_H

#include "games/fruit/beam.h"

enum { RIVAL_STRANGER = 0, RIVAL_MODELS = MODEL_DEPTHS + 1 };

struct rival;

struct rival *rival_new(const struct world *);
void rival_free(struct rival *);

/* Belief and plans as one line of text, for another process to go on with. Recalling returns false,
 * and nothing is changed, if the line is not what was written. */
void rival_remember(const struct rival *, struct text *);
bool rival_recall(struct rival *, struct line);

/* The share of the belief of a model, by its depth; 0 for the stranger's. The shares add up to 1.
 */
double rival_belief(const struct rival *, int depth);

/* Learns from a move: before, the rival was to move. If no move leads there it is another game, and
 * everything is forgotten; of models that take too long nothing is learned. Returns the nodes that
 * it took. */
uint64_t rival_observe(struct rival *, const struct position *before, const struct position *after,
                       const struct limits *);

/* Plans against the model of a depth, with wider and wider beams until the limits are reached. The
 * plan is empty if there was no time for any. */
void rival_plan(struct rival *, int depth, const struct position *, const struct limits *,
                struct plan *);

/* Adds to such a plan what it promises if it begins with this move, where there is time to see. */
void rival_follow(struct rival *, int depth, const struct position *, unsigned move,
                  const struct limits *, struct plan *);

#endif
