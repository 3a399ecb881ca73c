/* conventions.h - how the courses' texts run matches of each game
 *
 * The clocks and the cap on moves are in struct game; this is the rest. What a text leaves open we
 * have filled in; docs/records.md tells what, for people. A game without a row of its own goes by
 * the last one.
 */
#ifndef REFEREE_MATCH_CONVENTIONS_H
#define REFEREE_MATCH_CONVENTIONS_H

#include "game/game.h"

struct convention {
    const char *game;  /* its name; NULL in the last row */
    int games;         /* of a match */
    bool best_of;      /* it ends as soon as one side has won more than half of them */
    bool time_decides; /* a level game goes to the side with more time left */
    bool again;        /* if that does not decide either, it is played again on another board */
};

const struct convention *convention_of(const struct game *);

#endif
