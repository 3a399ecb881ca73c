/* mending.h - mistakes in answers of numbers, undone: struct mistake's mend() for several games */
#ifndef GAME_MENDING_H
#define GAME_MENDING_H

#include "game/game.h"

/* The two numbers of each pair were exchanged. */
bool mend_exchanged(const struct position *, const struct lines *answer, struct text *out);

/* Numbers were counted from 1 instead of from 0. */
bool mend_from_one(const struct position *, const struct lines *answer, struct text *out);

/* Other characters stood around and between two numbers. */
bool mend_two_numbers(const struct position *, const struct lines *answer, struct text *out);

#endif
