/* exact.h - is an answer written to the letter?
 *
 * The courses' texts give no points for an answer in another form. Their samples have in common,
 * and our readers are more lenient about: printable ASCII; LF as the only line end; single blanks
 * between words and none around them; no empty line. A line with a blank or a letter is a move, and
 * its numbers have no plus sign and no leading zeros; any other line is a row of a board. The texts
 * do not say whether the last line ends with LF: both are exact. The game's reader judges what
 * words mean.
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
