/* columns.h - text in the columns of a terminal
 *
 * A character takes no column (combining marks), one, or two (East Asian characters, emoji), in any
 * locale. The text must already be safe to show (base/foreign.h).
 */
#ifndef SCREENS_COLUMNS_H
#define SCREENS_COLUMNS_H

#include <stdbool.h>

#include "base/text.h"

/* The number of columns that the character with this code takes. */
int columns_of(unsigned code);

/* Adds as much of the string as fits into this many columns. fill: pads it with blanks. */
void columns_add(struct text *, const char *string, int columns, bool fill);

#endif
