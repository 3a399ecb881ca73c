/* pages.h - the pages that are built into the program
 *
 * The Makefile embeds every file of serve/pages, with the scripts bundled, and the games' own
 * modules, styles and pictures. The server serves no other files. */
#ifndef SERVE_PAGES_H
#define SERVE_PAGES_H

#include <stddef.h>

struct page {
    const char *path;        /* "style.css" */
    const char *begin, *end; /* a 0 byte follows */
    const char *version;     /* checksum and size of its bytes, "4038471504-2205" */
};

extern const struct page pages[]; /* generated; ends with a path of NULL */

/* The page at this address, "/style.css". Addresses of the application's own views all give
 * index.html. Returns NULL if there is none. */
const struct page *page_find(const char *address);

/* The module /game-NAME.js that draws this game; NULL if the game has none. */
const struct page *page_of_game(const char *name);

const char *page_type(const struct page *);

#endif
