/* conventions.h - how matches of a game are run: its course's convention, or our own */
#ifndef REFEREE_MATCH_CONVENTIONS_H
#define REFEREE_MATCH_CONVENTIONS_H

#include "game/course.h"

/* The clocks and the cap on moves are in struct game; this is the rest. */
const struct convention *convention_of(const struct game *);

/* The side that opens a game from this seed. */
int convention_opener(const struct game *, uint64_t seed);

#endif
