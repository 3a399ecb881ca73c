/* reply.h - answers
 *
 * Every answer carries the same strict headers. A stream is an answer that grows; a write that
 * fails tells that nobody listens any more.
 */
#ifndef SERVE_REPLY_H
#define SERVE_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct exchange;
struct MHD_Response;

struct header {
    const char *name, *value;
};

/* Adds the headers that all have, the type, and more of them, up to a name of NULL. nonce: of the
 * style and the script within the answer, NULL if it has none. */
void reply_add_headers(struct MHD_Response *, const char *type, const char *nonce,
                       const struct header *more);

/* The HTML document, whose own style and script carry this nonce; all others must be files of ours.
 * cookie: to be set, or NULL. The bytes are taken over. */
void reply_document(struct exchange *, unsigned status, const char *nonce, bool compressed,
                    const char *cookie, struct text *);

void reply_json(struct exchange *, unsigned status, const struct text *);
void reply_lines(struct exchange *, const struct text *); /* a record's, as they are */

/* No answer but a cookie and the address where it is. */
void reply_elsewhere(struct exchange *, const char *location, const char *cookie);

/* True if somebody looks at the answer: a browser that opens an address. */
bool reply_is_for_people(const struct exchange *);

/* {"error":"…"}, or a small page for people; the message as printf makes it. What remains of the
 * request is not read: the connection is closed. */
void reply_error(struct exchange *, unsigned status, const char *format, ...) NOTES_PRINTF(3, 4);

/* Begins a stream; its parts are written by exchange_write(). */
void reply_stream(struct exchange *, const char *type);

#endif
