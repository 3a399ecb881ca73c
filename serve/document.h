/* document.h - the one HTML document of the site, as it is sent
 *
 * All that its first page needs travels within it: style and script, what can be played, and a game
 * that has just begun. So the board is drawn as soon as the document is there, without another
 * question. In index.html a name in double braces stands for what is put there: a file of the site,
 * or one of
 *
 *   {{known}}   the data of the first page, as JSON
 *   {{game}}    the module of the first page's game, if it has one
 *   {{nonce}}   the word by which the content security policy knows style and script as ours
 */
#ifndef SERVE_DOCUMENT_H
#define SERVE_DOCUMENT_H

#include "serve/api.h"
#include "serve/pages.h"

enum { NONCE_SIZE = 33 };

/* True if this page is the document. */
bool page_is_document(const struct page *);

/* A new word that nobody can guess, for one document alone. */
void document_nonce(char out[NONCE_SIZE]);

void document_write(const struct shared *, const char *nonce, struct text *out);

#endif
