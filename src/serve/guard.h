/* guard.h - who may talk to the server
 *
 * A page from elsewhere in the same browser must not: its requests carry its own origin, or after
 * a trick with the name service a host that is not ours. On the loopback address the host is one
 * of a few names; elsewhere a token is demanded, which no other page knows.
 */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include <stdbool.h>

struct guard {
    const char *token; /* NULL: the server can only be reached from this machine */
    int port;
};

/* What a request says about where it comes from; each may be NULL. */
struct visitor {
    const char *host, *origin;
    const char *site;          /* Sec-Fetch-Site */
    const char *authorization; /* "Bearer TOKEN" */
    const char *cookie;        /* value of ours */
    const char *query_token;   /* from the address */
    bool api;                  /* it asks for more than a page */
};

enum admission { GUARD_ADMITS, GUARD_WRONG_HOST, GUARD_WRONG_ORIGIN, GUARD_NO_TOKEN };

enum admission guard_check(const struct guard *, const struct visitor *);

/* True if the token is this one; takes the same time wherever they differ. */
bool guard_token_is(const char *token, const char *claimed);

#endif
