/* columns.h - text in the columns of a terminal
 *
 * A character takes no column (combining marks), one, or two (those of East Asia, pictures),
 * whatever the locale is. Text is fit to be shown (base/foreign.h) before it comes here.
 */
#ifndef SCREENS_COLUMNS_H
#define SCREENS_COLUMNS_H

#include <stdbool.h>

#include "base/text.h"

/* How many columns the character with this code takes. */
int columns_of(unsigned code);

/* Adds as much of the string as has this many columns; fill: and blanks up to them. */
void columns_add(struct text *, const char *string, int columns, bool fill);

#endif
