/* document.h - the one HTML document of the site, as it is sent
 *
 * All that its first page needs travels within it: style and script, what can be played, and a game
 * that has just begun. So the board is drawn as soon as the document is there, without another
 * question. In index.html a name in double braces stands for what is put there: a file of the site,
 * or one of
 *
 *   {{known}}     the data of the first page, as JSON
 *   {{game}}      the module of the first page's game, if it has one
 *   {{nonce}}     the word by which the content security policy knows style and script as ours
 *   {{versions}}  an import map: each script's address with its version, so that it may be kept
 *   {{v FILE}}    the address of a file with its version
 *
 * The document is cut up once, when the server starts, and what never changes is compressed then;
 * a visitor's own parts are added each time (gzip.h).
 */
#ifndef SERVE_DOCUMENT_H
#define SERVE_DOCUMENT_H

#include "serve/api.h"
#include "serve/pages.h"

enum { NONCE_SIZE = 33 };

struct document;

/* The shared things must outlive it. */
struct document *document_new(const struct shared *);
void document_free(struct document *);

/* True if this page is the document. */
bool page_is_document(const struct page *);

/* A new word that nobody can guess, for one document alone. */
void document_nonce(char out[NONCE_SIZE]);

/* Adds it, for this visitor, as a gzip file if wanted. */
void document_write(const struct document *, const char *nonce, bool compressed, struct text *out);

#endif
