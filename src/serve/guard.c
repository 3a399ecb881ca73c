#include "serve/guard.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool guard_token_is(const char *token, const char *claimed)
{
    if (!claimed)
        return false;
    size_t length = strlen(token), found = strlen(claimed);
    unsigned differ = length != found;
    for (size_t i = 0; i < length; i++)
        differ |= (unsigned)(token[i] ^ claimed[i < found ? i : found]);
    return differ == 0;
}

/* True if Host is one of the loopback's names with our port. */
static bool is_our_host(const struct guard *guard, const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
        char full[64];
        snprintf(full, sizeof full, "%s:%d", names[i], guard->port);
        if (strcasecmp(host, full) == 0 || (guard->port == 80 && strcasecmp(host, names[i]) == 0))
            return true;
    }
    return false;
}

/* True if Origin and Host name the same server. */
static bool is_our_origin(const char *origin, const char *host)
{
    static const char scheme[] = "http://";
    return host && strncasecmp(origin, scheme, strlen(scheme)) == 0 &&
           strcasecmp(origin + strlen(scheme), host) == 0;
}

enum admission guard_check(const struct guard *guard, const struct visitor *v)
{
    static const char bearer[] = "Bearer ";
    if (!guard->token && !is_our_host(guard, v->host))
        return GUARD_WRONG_HOST;
    if (v->origin && !is_our_origin(v->origin, v->host))
        return GUARD_WRONG_ORIGIN;
    if (v->api && v->site && strcmp(v->site, "same-origin") != 0 && strcmp(v->site, "none") != 0)
        return GUARD_WRONG_ORIGIN;
    if (!guard->token)
        return GUARD_ADMITS;
    const char *authorization = v->authorization;
    if (authorization && strncmp(authorization, bearer, strlen(bearer)) == 0 &&
        guard_token_is(guard->token, authorization + strlen(bearer)))
        return GUARD_ADMITS;
    if (guard_token_is(guard->token, v->cookie) || guard_token_is(guard->token, v->query_token))
        return GUARD_ADMITS;
    return GUARD_NO_TOKEN;
}
