/* tuning.h - facet: an evaluation whose weights can be fitted to results
 *
 * The evaluation is the sum of weight times feature over scale, clipped to what the game knows to
 * be possible. evaluate() takes the weights from the position's world, so two players of one match
 * may differ in them. A new world has the built-in weights of its size. A game may have a better
 * evaluation that is not such a sum; a world with given weights uses the sum.
 */
#ifndef GAME_TUNING_H
#define GAME_TUNING_H

#include <stddef.h>

#include "game/game.h"

enum { WEIGHTS_MAX = 64 }; /* of an estimate that can be fitted */

struct tuning {
    int count;                /* of weights, at most WEIGHTS_MAX */
    const char *const *names; /* a few words each */
    int limit;                /* of a weight's size, so that no sum of them overflows */
    int scale;                /* a weight of scale counts its feature once */
    double spread;            /* a lead of this many points wins with odds of e to 1, roughly */
    void (*features)(const struct position *, int out[]);
    /* These work out again what a world holds of its weights, and a position of those of its world.
     * NULL: nothing. */
    void (*recompute_world)(struct world *);
    void (*recompute_position)(struct position *);
};

/* A copy of a world with other weights, which must outlive it; free() it. */
struct world *world_reweigh(const struct world *, const int *weights);

/* Puts a position into a copy of its world. */
void position_set_world(struct position *, const struct world *);

#endif
