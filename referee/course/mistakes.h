/* mistakes.h - what a wrong answer was probably meant to be
 *
 * Programs make the same mistakes over and over: rows counted from the bottom, coordinates
 * exchanged, the board before gravity. If mending one of them makes the answer a right one, that
 * was it.
 */
#ifndef REFEREE_COURSE_MISTAKES_H
#define REFEREE_COURSE_MISTAKES_H

#include "game/game.h"

/* The mistake in an answer that was judged wrong, as the end of a sentence that begins with "It
 * looks as if"; NULL if none is known. column_row: the answer was read as column and row.
 * ruled_out: mistakes that are not thought of. */
const char *mistake_in(const struct position *, const struct text *answer, bool column_row,
                       unsigned ruled_out);

/* The mistakes that whoever gave this right answer does not make, or it would have been another
 * one: a bit for each. */
unsigned mistakes_ruled_out(const struct position *, const struct text *answer, bool column_row);

/* What is not exact in the form of an answer although our readers take it; NULL if nothing is. */
const char *oddity_in(const struct text *answer);

#endif
