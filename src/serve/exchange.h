/* exchange.h - a request and its answer, on their way between two threads
 *
 *     the library's thread                         a worker
 *     head, guard, body
 *     exchange_hand_over() ── suspended ────────▶  looks at the request, thinks
 *                          ◀── answered ────────   exchange_answer(), or exchange_stream() and
 *     exchange_send()                              exchange_write() as often as it likes
 *     exchange_over()
 *
 * One thread of the library's holds all sockets and never waits; whatever takes time is done by a
 * worker, while the connection is suspended. A stream is a queue: the worker fills it, the library
 * empties it as the client takes it. When the client is gone, or too slow, the next write says so.
 * What is told of a request (method, path, header, argument) is good until it is answered.
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

/* --- the library's thread --- */

struct exchange *exchange_new(struct MHD_Connection *, struct link *, const char *method,
                              const char *path, const char *version);
/* The request is over, well or not. The worker may still be at it. */
void exchange_over(struct exchange *);

/* More of the body. False if it goes on beyond all measure: the connection is to end. */
enum { BODY_MAX = 256 << 10, BODY_READ_MAX = 1 << 20 };
bool exchange_take_body(struct exchange *, const char *bytes, size_t count);
/* All of it; NULL if it was larger than BODY_MAX and thrown away. */
const struct text *exchange_body(const struct exchange *);

/* Suspends the connection and has the work done; it is called again for the answer. */
void exchange_hand_over(struct exchange *, struct workers *,
                        void (*work)(struct exchange *, void *), void *context);
/* True once the worker has come back. */
bool exchange_is_back(struct exchange *);
/* Sends what was answered. False if there is nothing to send: the connection is to end. */
bool exchange_send(struct exchange *);

/* --- whoever answers: a worker, or the library's thread at once --- */

const char *exchange_method(const struct exchange *);
const char *exchange_path(const struct exchange *);
/* NULL if there is none, or more than one: then nobody can tell which was meant. */
const char *exchange_header(const struct exchange *, const char *name);
const char *exchange_argument(const struct exchange *, const char *name); /* of the query */
const char *exchange_cookie(const struct exchange *, const char *name);

/* The whole answer, which is taken over; bytes: how large its body is. */
void exchange_answer(struct exchange *, unsigned status, struct MHD_Response *, size_t bytes);

/* Says "still at it", which every client of HTTP 1.1 skips, before the answer. False if the
 * connection was closed at the other end. */
bool exchange_interim(struct exchange *);

/* An answer that grows, and the response that takes it. It begins to be sent at once. */
struct MHD_Response *exchange_stream_response(struct exchange *);
void exchange_stream(struct exchange *, unsigned status, struct MHD_Response *);
/* It ends before its time, and the client is to know. */
void exchange_break(struct exchange *);
/* Waits while the client has more to take than is sensible. False if it is gone. */
bool exchange_write(struct exchange *, const char *bytes, size_t count);

#endif
