/* assets.h - the site's static files as HTTP responses: plain, gzip, or 304 Not Modified
 *
 * All responses are made once, with their headers, when the server starts; sending a file passes
 * one of them to libmicrohttpd. A file requested with its version (/more.js?v=…) never changes, so
 * the browser may cache it for ever. Without a version the browser revalidates it by its ETag each
 * time.
 */
#ifndef SERVE_ASSETS_H
#define SERVE_ASSETS_H

#include "serve/pages.h"

struct MHD_Response;
struct assets;

struct assets *assets_new(void);
void assets_free(struct assets *);

/* The parts of a request that choose the response; each may be NULL. */
struct wish {
    const char *version;         /* from the query string */
    const char *accept_encoding; /* header */
    const char *if_none_match;   /* header */
};

struct asset {
    unsigned status;
    struct MHD_Response *response; /* owned by the assets */
    size_t bytes;
};

struct asset assets_answer(const struct assets *, const struct page *, const struct wish *);

#endif
