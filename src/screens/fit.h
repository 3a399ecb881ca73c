/* fit.h - wraps text to a width
 *
 * Consecutive lines that begin without a blank are one paragraph, which is wrapped anew. A line
 * followed by lines with a deeper indent is an entry, such as a usage or a list item; it is wrapped
 * with that indent. Text in [brackets] is not broken. Each form of a call in a usage keeps its own
 * lines.
 */
#ifndef SCREENS_FIT_H
#define SCREENS_FIT_H

#include "base/text.h"

enum { FIT_USUAL = 80 }; /* columns */

/* Adds the text wrapped to this width; only a longer single word exceeds it. */
void fit_text(const char *, int width, struct text *out);

#endif
