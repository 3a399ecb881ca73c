/* exchange.h - an HTTP request and its answer, passed between libmicrohttpd's thread and a worker
 *
 *     libmicrohttpd's thread                       a worker
 *     head, guard, body
 *     exchange_hand_over() ── suspended ────────▶  handles the request
 *                          ◀── answered ────────   exchange_answer(), or exchange_stream() and
 *     exchange_send()                              any number of exchange_write()
 *     exchange_over()
 *
 * One thread of libmicrohttpd holds all sockets and must never block. A worker does everything that
 * takes time, while the connection is suspended. A stream is a queue: the worker fills it and
 * libmicrohttpd empties it at the client's speed. When the client has gone or is too slow, the next
 * write fails. Strings taken from a request (method, path, header, argument) are valid until it is
 * answered.
 */
#ifndef SERVE_EXCHANGE_H
#define SERVE_EXCHANGE_H

#include <stdbool.h>

#include "base/text.h"
#include "serve/links.h"
#include "serve/workers.h"

struct MHD_Connection;
struct MHD_Response;
struct exchange;

/* --- libmicrohttpd's thread --- */

struct exchange *exchange_new(struct MHD_Connection *, struct link *, const char *method,
                              const char *path, const char *version);
/* The request has ended, successfully or not. A worker may still be working on it. */
void exchange_over(struct exchange *);

/* Appends a part of the body. Returns false if the body exceeds BODY_READ_MAX: close the
 * connection. */
enum { BODY_MAX = 256 << 10, BODY_READ_MAX = 1 << 20 };
bool exchange_take_body(struct exchange *, const char *bytes, size_t count);
/* The whole body; NULL if it was larger than BODY_MAX and was discarded. */
const struct text *exchange_body(const struct exchange *);

/* Suspends the connection and gives the work to a worker. libmicrohttpd calls the handler again
 * when the answer is there. */
void exchange_hand_over(struct exchange *, struct workers *,
                        void (*work)(struct exchange *, void *), void *context);
/* True once the worker has answered. */
bool exchange_is_back(struct exchange *);
/* Sends the answer. Returns false if there is none: close the connection. */
bool exchange_send(struct exchange *);

/* --- the side that answers: a worker, or libmicrohttpd's thread itself --- */

const char *exchange_method(const struct exchange *);
const char *exchange_path(const struct exchange *);
/* NULL if there is none, or more than one, since then it is ambiguous. */
const char *exchange_header(const struct exchange *, const char *name);
const char *exchange_argument(const struct exchange *, const char *name); /* of the query string */
const char *exchange_cookie(const struct exchange *, const char *name);

/* Sets the whole answer and takes ownership of it. bytes: size of its body. */
void exchange_answer(struct exchange *, unsigned status, struct MHD_Response *, size_t bytes);

/* Sends an HTTP interim response, which every HTTP/1.1 client skips, before the answer. Returns
 * false if the client has closed the connection. */
bool exchange_interim(struct exchange *);

/* An answer whose body is written piece by piece. Sending starts at once. */
struct MHD_Response *exchange_stream_response(struct exchange *);
void exchange_stream(struct exchange *, unsigned status, struct MHD_Response *);
/* Ends the stream early, in a way that the client can detect. */
void exchange_break(struct exchange *);
/* Appends to the stream. Blocks while too much is waiting for the client to read. Returns false if
 * the client has gone. */
bool exchange_write(struct exchange *, const char *bytes, size_t count);

#endif
