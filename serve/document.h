/* document.h - the one HTML document of the site, as it is sent
 *
 * What its first page would ask for anyway travels within it: what can be played, and a game that
 * has just begun. So the board is drawn as soon as the scripts are there, without another question.
 */
#ifndef SERVE_DOCUMENT_H
#define SERVE_DOCUMENT_H

#include "serve/api.h"
#include "serve/pages.h"

/* True if this page is the document. */
bool page_is_document(const struct page *);

/* The document with its data in their place, the empty element with the id "known". */
void document_write(const struct shared *, struct text *out);

#endif
