/* mistakes.h - finds the probable cause of a wrong answer
 *
 * Many programs make the same mistakes, and a game's course lists them (game/course.h). If undoing
 * one of them makes a wrong answer correct, the program probably makes that mistake.
 */
#ifndef REFEREE_COURSE_MISTAKES_H
#define REFEREE_COURSE_MISTAKES_H

#include "game/conversation.h"
#include "game/course.h"

/* The mistake in a wrong answer, to follow "It looks as if"; NULL if none fits, or if only the form
 * is not exact. dialect: of the game manager that read the answer; DIALECT_NONE for a file.
 * ruled_out: a bit for each mistake that is not considered. */
const char *mistake_in(const struct position *, const struct text *answer, int dialect,
                       unsigned ruled_out);

/* The mistakes that would have made this correct answer a wrong one, so that the program does not
 * make them: a bit for each. */
unsigned mistakes_ruled_out(const struct position *, const struct text *answer, int dialect);

/* What a stricter grader might object to in an exact answer (base/exact.h); NULL if nothing. */
const char *oddity_in(const struct text *answer);

#endif
