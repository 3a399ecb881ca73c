/* assets.h - the files of the site as they are sent: plain, compressed, or not again
 *
 * All answers are made once, when the server starts, with their headers; to send a file is to hand
 * one of them to the library. A file that is asked for by its version (/more.js?v=…) never changes
 * and may be kept for ever; under its plain address a browser asks each time whether it has.
 */
#ifndef SERVE_ASSETS_H
#define SERVE_ASSETS_H

#include "serve/pages.h"

struct MHD_Response;
struct assets;

struct assets *assets_new(void);
void assets_free(struct assets *);

/* What a browser says of what it has and takes; each may be NULL. */
struct wish {
    const char *version;         /* from the address */
    const char *accept_encoding; /* header */
    const char *if_none_match;   /* header */
};

struct asset {
    unsigned status;
    struct MHD_Response *response; /* still the assets' own */
    size_t bytes;
};

struct asset assets_answer(const struct assets *, const struct page *, const struct wish *);

#endif
