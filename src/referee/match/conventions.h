/* conventions.h - how matches of a game are played: the convention of its course, or our own */
#ifndef REFEREE_MATCH_CONVENTIONS_H
#define REFEREE_MATCH_CONVENTIONS_H

#include "game/course.h"

/* The convention, but for the clocks and the cap on moves, which are in struct game. */
const struct convention *convention_of(const struct game *);

/* The side that moves first in a game with this seed. */
int convention_opener(const struct game *, uint64_t seed);

#endif
