/* exact.h - is an answer written to the letter?
 *
 * The courses' texts give no points for an answer in another form, so here is what their samples
 * have in common and our readers are kinder about: printable ASCII; LF as the only line end;
 * single blanks between words, none around them; no empty line, before or after. A line with a
 * blank or a letter in it is a move, and its numbers have no plus and no zeros in front; any other
 * line is a row of a board. Whether the last line ends with LF the texts do not say: both are
 * exact. What the words mean is for the game's reader to judge.
 */
#ifndef BASE_EXACT_H
#define BASE_EXACT_H

#include <stdbool.h>
#include <stddef.h>

enum { EXACT_WHY = 100 };

/* False if there is a byte that should not be there; why: the first one, and where it is, such as
 * "line 1, byte 3: carriage return (0x0d)". */
bool exact_text(const char *bytes, size_t count, char why[EXACT_WHY]);

#endif
