/* pages.h - the pages that are built into the program
 *
 * The Makefile puts every file of serve/pages into the binary, its scripts joined, and the games'
 * own modules, styles and pictures; nothing else is ever served. */
#ifndef SERVE_PAGES_H
#define SERVE_PAGES_H

#include <stddef.h>

struct page {
    const char *path;        /* "style.css" */
    const char *begin, *end; /* a 0 byte follows */
    const char *version;     /* sum and size of its bytes, "4038471504-2205" */
};

extern const struct page pages[]; /* generated; ends with a path of NULL */

/* The page at this address, "/style.css"; addresses of the application's own views are all
 * index.html. NULL if there is none. */
const struct page *page_find(const char *address);

/* The module that shows this game, /game-NAME.js. NULL if it has none. */
const struct page *page_of_game(const char *name);

const char *page_type(const struct page *);

#endif
