/* document.h - the site's only HTML document
 *
 * The document contains everything that its first page needs: style, script, the games and levels,
 * and a game that has just begun. So the browser draws the board without a second request. In
 * index.html a name in double braces is a placeholder. It names a file of the site, or one of
 * these:
 *
 *   {{known}}     the data of the first page, as JSON
 *   {{game}}      the module of the first page's game, if it has one
 *   {{nonce}}     the nonce by which the content security policy admits style and script
 *   {{versions}}  an import map: each script's address with its version, so that it can be cached
 *   {{v FILE}}    the address of a file with its version
 *
 * The document is split at the placeholders once, when the server starts, and its constant parts
 * are compressed then. The parts that differ between visitors are added for each request (gzip.h).
 */
#ifndef SERVE_DOCUMENT_H
#define SERVE_DOCUMENT_H

#include "serve/api.h"
#include "serve/pages.h"

enum { NONCE_SIZE = 33 };

struct document;

/* The shared state must outlive the document. */
struct document *document_new(const struct shared *);
void document_free(struct document *);

/* True if this page is that document. */
bool page_is_document(const struct page *);

/* Makes an unguessable nonce for one response. */
void document_nonce(char out[NONCE_SIZE]);

/* Appends the document for this request, as a gzip file if compressed is true. */
void document_write(const struct document *, const char *nonce, bool compressed, struct text *out);

#endif
