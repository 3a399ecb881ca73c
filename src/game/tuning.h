/* tuning.h - facet: how a game lets its estimate be fitted to results
 *
 * The estimate is the sum of weight times feature over scale, or cut off where the game knows
 * better. evaluate() takes the weights from the position's world, so that two players may differ in
 * them; a new world has the ones that belong to its size, which last as long as the program. A game
 * may know a better estimate that is no such sum; a world that was given weights has this one.
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
