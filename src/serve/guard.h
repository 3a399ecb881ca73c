/* guard.h - decides which requests the server accepts
 *
 * Pages of other sites in the same browser must not reach the server. Their requests carry a
 * foreign Origin or Sec-Fetch-Site or, after DNS rebinding, a foreign Host. On the loopback address
 * the guard accepts only the loopback's own host names. On any other address it requires a token,
 * which other pages do not know.
 */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include <stdbool.h>

struct guard {
    const char *token; /* NULL: only this machine can reach the server */
    int port;
};

/* The parts of a request that show where it comes from; each may be NULL. */
struct visitor {
    const char *host, *origin;
    const char *site;          /* Sec-Fetch-Site */
    const char *authorization; /* "Bearer TOKEN" */
    const char *cookie;        /* value of the token cookie */
    const char *query_token;   /* from the query string */
    bool api;                  /* the request is an API call, not a page */
};

enum admission { GUARD_ADMITS, GUARD_WRONG_HOST, GUARD_WRONG_ORIGIN, GUARD_NO_TOKEN };

enum admission guard_check(const struct guard *, const struct visitor *);

/* True if the claimed token is this one. Takes the same time wherever the two differ, so that the
 * time reveals nothing. */
bool guard_token_is(const char *token, const char *claimed);

#endif
