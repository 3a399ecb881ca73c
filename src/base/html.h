/* html.h - text within HTML
 *
 * The one place where what strangers wrote becomes part of a document. The characters that mean
 * something to HTML are escaped, those that would command or hide are shown as what they are
 * (base/foreign.h), so the same bytes are harmless between tags, in a quoted attribute, and in XML.
 */
#ifndef BASE_HTML_H
#define BASE_HTML_H

#include "base/text.h"

/* Appends the text, escaped. */
void html_put(struct text *, const char *foreign);

/* Likewise, as an element of its own whose direction is not that of the text around it. */
void html_put_name(struct text *, const char *foreign);

/* Likewise, several lines, whose ends stay. */
void html_put_lines(struct text *, const char *foreign);

/* A whole number as people write it, with a true minus sign. */
void html_put_number(struct text *, double value);

/* As text within a script element that holds data: nothing in it looks like markup. */
void html_put_data(struct text *, const struct text *json);

#endif
