/* server.h - the playground's HTTP server
 *
 *     browser ── guard ──┬── pages (built in)
 *                        └── api ── errands: searches, reviews, moves of agents
 *
 * It is stateless: a request carries the whole game, so nothing has to be kept for a tab, and an
 * address leads to the same position for ever. HTTP is libmicrohttpd's: one thread of its own holds
 * all connections, guards them and sends files; calls are answered by workers (exchange.h);
 * whatever takes thought is an errand, and the worker tells whoever waits what the errand has
 * found. When a connection breaks, its errand is stopped.
 *
 * Slow clients cost a socket and nothing else (links.h): a request's head has SERVE_HEAD_SECONDS
 * from the connection's opening or the answer before it, its body SERVE_BODY_SECONDS from there, an
 * answer SERVE_ANSWER_SECONDS and a second for each SERVE_BYTES_A_SECOND. Of SERVE_LINKS
 * connections, SERVE_LINKS_A_CLIENT of one client, the one that has kept us waiting longest gives
 * way to a newcomer.
 */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include <stdbool.h>

#include "base/notes.h"

enum { SERVE_PORT = 8642, SERVE_LIST_MAX = 32 };
enum {
    SERVE_HEAD_SECONDS = 15,
    SERVE_BODY_SECONDS = 20,
    SERVE_ANSWER_SECONDS = 20,
    SERVE_BYTES_A_SECOND = 16 << 10,
    SERVE_LINKS = 512,
    SERVE_LINKS_A_CLIENT = 256,
    SERVE_LINKS_HELD = SERVE_LINKS + 64 /* with those that have been cut and are not closed yet */
};

struct serve_options {
    int port;           /* 0: SERVE_PORT, or the next one that is free */
    const char *listen; /* an address; NULL: 127.0.0.1. Any other demands a token */
    const char *token;
    const char *record[SERVE_LIST_MAX]; /* records that may be seen */
    int record_count;
    const char *records;    /* a directory, all of whose records may be seen; may be NULL */
    const char *tournament; /* a store, whose tournament may be seen; may be NULL */
    const char *opponent[SERVE_LIST_MAX]; /* NAME=SPEC, or GAME/NAME=SPEC for one game alone */
    int opponent_count;
    const char *keep; /* a directory for the games that are played (serve/shelf.h); NULL: none */
    int keep_games;   /* how many of them at most; 0: as usual */
    bool matches;     /* may be asked for in the browser */
    double patience;  /* a factor of all deadlines, for tests; 0: 1 */
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
