/* server.h - the playground's HTTP server
 *
 *     browser ── guard ──┬── pages (built in)
 *                        └── api ── errands: searches, reviews, moves of agents
 *
 * The server is stateless: a request carries the whole game, so the server keeps nothing for a tab,
 * and an address leads to the same position for ever. libmicrohttpd speaks HTTP: one thread of its
 * own holds all connections, guards them and sends files. Workers answer the API calls
 * (exchange.h). A long computation is an errand, and the worker sends the client what the errand
 * outputs. When a connection breaks, its errand is stopped.
 *
 * A slow client costs a socket and nothing else (links.h). A request's head must arrive within
 * SERVE_HEAD_SECONDS of the connection's start or the previous answer, and its body within
 * SERVE_BODY_SECONDS after that. The client must read an answer within SERVE_ANSWER_SECONDS plus
 * one second for each SERVE_BYTES_A_SECOND. There are at most SERVE_LINKS connections, and
 * SERVE_LINKS_A_CLIENT of one client; beyond that the connection that has kept the server waiting
 * longest is closed for the new one.
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
    SERVE_LINKS_HELD = SERVE_LINKS + 64 /* including those that are shut down and not yet closed */
};

struct serve_options {
    int port;           /* 0: SERVE_PORT, or the next free one */
    const char *listen; /* an address; NULL: 127.0.0.1. Any other requires a token */
    const char *token;
    const char *record[SERVE_LIST_MAX]; /* records to show */
    int record_count;
    const char *records;                  /* a directory with records to show; may be NULL */
    const char *tournament;               /* a store with a tournament to show; may be NULL */
    const char *opponent[SERVE_LIST_MAX]; /* NAME=SPEC, or GAME/NAME=SPEC for one game only */
    int opponent_count;
    const char *keep; /* a directory for the games that are played (serve/shelf.h); NULL: none */
    int keep_games;   /* maximum number of kept games; 0: the default */
    bool matches;     /* the browser may start matches */
    double patience;  /* multiplies all deadlines, for tests; 0: 1 */
};

struct server;

/* Starts the server. Returns NULL, with a fault noted, if that fails. The options must outlive the
 * server. This starts threads, so block signals that the caller waits for before the call. */
struct server *serve_start(const struct serve_options *, struct notes *);

/* Its address, "http://127.0.0.1:8642/". */
const char *serve_address(const struct server *);

/* Ends all errands and connections. */
void serve_stop(struct server *);

#endif
