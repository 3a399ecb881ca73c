/* traps.h - the position and the input of a trap of a game's course (game/course.h) */
#ifndef REFEREE_COURSE_TRAPS_H
#define REFEREE_COURSE_TRAPS_H

#include "game/course.h"

/* The position of a trap, with the game's default rules. */
struct problem *trap_problem(const struct game *, const struct trap *);

/* Writes the exact bytes that the program gets. */
void trap_input(const struct trap *, const struct problem *, struct text *);

#endif
