/* fit.h - text made to fit a width
 *
 * Lines that begin without a blank and follow each other are one paragraph, whose words are set
 * anew. A line that is followed by lines with a deeper indent is an entry, such as a usage or an
 * item of a list: it is set anew with that indent. What stands in [brackets] stays together. Each
 * form of a call in a usage has lines of its own.
 */
#ifndef SCREENS_FIT_H
#define SCREENS_FIT_H

#include "base/text.h"

enum { FIT_USUAL = 80 }; /* columns */

/* Adds the text, no line of which has more columns unless one word has. */
void fit_text(const char *, int width, struct text *out);

#endif
