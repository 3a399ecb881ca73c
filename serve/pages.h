/* pages.h - the pages that are built into the program
 *
 * The Makefile puts every file of serve/pages into the binary; nothing else is ever served. */
#ifndef SERVE_PAGES_H
#define SERVE_PAGES_H

#include <stddef.h>

struct page {
    const char *path;        /* "style.css", as below serve/pages */
    const char *begin, *end; /* a 0 byte follows */
};

extern const struct page pages[]; /* generated; ends with a path of NULL */

/* The page at this address, "/style.css"; addresses of the application's own views are all
 * index.html. NULL if there is none. */
const struct page *page_find(const char *address);

const char *page_type(const struct page *);

/* A strong entity tag: quotes and a hash of the bytes. */
void page_tag(const struct page *, char out[24]);

#endif
