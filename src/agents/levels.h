/* levels.h - opponents for people, from the first game ever to full strength
 *
 * A level is an agent (agent.h). Weak levels look less far ahead and overlook moves (oversight.h).
 * Which agents they are is a part of a game's course (course.h); for games without one there are
 * usual ones. scripts/levels plays neighbouring levels against each other; the Elo figures are what
 * it printed.
 */
#ifndef AGENTS_LEVELS_H
#define AGENTS_LEVELS_H

#include "game/course.h"

struct level {
    int id;            /* 1 to level_count() */
    const char *title; /* "First game ever" */
};

int level_count(void);
const struct level *level_at(int index); /* from 0, the weakest first */

/* The agent that plays this level of this game. */
const char *level_spec(const struct game *, int id);

/* Its strength: full strength is 0, the others are below; LEVEL_ELO_UNKNOWN if never measured. */
int level_elo(const struct game *, int id);

#endif
