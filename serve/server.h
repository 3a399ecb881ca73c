/* server.h - the playground's HTTP server
 *
 *     browser ── guard ──┬── pages (built in)
 *                        └── api ── errands: searches, reviews, moves of agents
 *
 * It is stateless: a request carries the whole game, so nothing has to be kept for a tab, and an
 * address leads to the same position for ever. A connection is a thread of civetweb's; whatever
 * takes thought is an errand, and the connection tells whoever waits what the errand has found.
 * When a connection breaks, its errand is stopped.
 */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include <stdbool.h>

#include "base/notes.h"

enum { SERVE_PORT = 8642, SERVE_LIST_MAX = 32 };

struct serve_options {
    int port;           /* 0: SERVE_PORT, or the next one that is free */
    const char *listen; /* an address; NULL: 127.0.0.1. Any other demands a token */
    const char *token;
    const char *record[SERVE_LIST_MAX]; /* records that may be seen */
    int record_count;
    const char *records; /* a directory, all of whose records may be seen; may be NULL */
    const char *opponent[SERVE_LIST_MAX]; /* NAME=SPEC, or GAME/NAME=SPEC for one game alone */
    int opponent_count;
};

struct server;

/* Starts it. NULL, with a fault noted, if that cannot be done. The options must outlive it. Threads
 * are started: signals that the caller waits for should be blocked before. */
struct server *serve_start(const struct serve_options *, struct notes *);

/* Where it is to be found, "http://127.0.0.1:8642/". */
const char *serve_address(const struct server *);

/* Ends all errands and connections. */
void serve_stop(struct server *);

#endif
