/* html.h - untrusted text within HTML
 *
 * This is the one place where strangers' text becomes part of a document. Characters with a meaning
 * in HTML are escaped, and so are control and invisible ones (base/foreign.h), so the result is
 * harmless between tags, in a quoted attribute, and in XML.
 */
#ifndef BASE_HTML_H
#define BASE_HTML_H

#include "base/text.h"

/* Appends the text, escaped. */
void html_put(struct text *, const char *foreign);

/* Likewise, in an element of its own (bdi), so that its direction does not affect the text around
 * it. */
void html_put_name(struct text *, const char *foreign);

/* Likewise, keeping line ends. */
void html_put_lines(struct text *, const char *foreign);

/* A whole number with a typographic minus sign. */
void html_put_number(struct text *, double value);

/* JSON for a script element that holds data: nothing in it looks like markup. */
void html_put_data(struct text *, const struct text *json);

#endif
