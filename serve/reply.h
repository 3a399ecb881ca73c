/* reply.h - answers on the wire
 *
 * Every answer carries the same strict headers. A connection stays for the next request, but only
 * for a moment, so that an open tab holds no thread of the server. A stream is an answer that ends
 * with its connection; a write that fails tells that nobody listens any more.
 */
#ifndef SERVE_REPLY_H
#define SERVE_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct mg_connection;

/* A whole answer; extra: more header lines, each ended by \r\n, or "". */
void reply(struct mg_connection *, int status, const char *type, const char *extra,
           const char *bytes, size_t count);

/* The HTML document, whose own style and script carry this nonce; all others must be files of ours.
 */
void reply_document(struct mg_connection *, int status, const char *nonce, const struct text *);

void reply_json(struct mg_connection *, const struct text *);

/* True if somebody looks at the answer: a browser that opens an address. */
bool reply_is_for_people(struct mg_connection *);

/* {"error":"…"}, or a small page for people; the message as printf makes it. What remains of the
 * request is not read: the connection is closed. */
void reply_error(struct mg_connection *, int status, const char *format, ...) NOTES_PRINTF(3, 4);

/* "Still at it", which every client of HTTP 1.1 skips: the answer itself is to follow. False if the
 * connection was closed at the other end. */
bool reply_interim(struct mg_connection *);

/* Begins a stream; then its parts. False if it was closed at the other end. */
bool stream_begin(struct mg_connection *, const char *type);
bool stream_write(struct mg_connection *, const char *bytes, size_t count);

#endif
