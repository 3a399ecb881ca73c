/* mistakes.h - what a wrong answer was probably meant to be
 *
 * Programs make the same mistakes over and over, and a game's course lists them (game/course.h). If
 * mending one of them makes the answer a right one, that was it.
 */
#ifndef REFEREE_COURSE_MISTAKES_H
#define REFEREE_COURSE_MISTAKES_H

#include "game/conversation.h"
#include "game/course.h"

/* The mistake in an answer that was judged wrong, as the end of a sentence that begins with "It
 * looks as if"; NULL if none is known, or if its form alone is not exact. dialect: of the manager
 * who read the answer, or DIALECT_NONE for a file. ruled_out: mistakes that are not considered. */
const char *mistake_in(const struct position *, const struct text *answer, int dialect,
                       unsigned ruled_out);

/* The mistakes that the author of this right answer does not make, because with them it would be a
 * wrong one: a bit for each. */
unsigned mistakes_ruled_out(const struct position *, const struct text *answer, int dialect);

/* What a strict grader might miss in an exact answer (base/exact.h); NULL if nothing. */
const char *oddity_in(const struct text *answer);

#endif
