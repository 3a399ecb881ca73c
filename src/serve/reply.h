/* reply.h - writes the server's answers
 *
 * Every answer carries the same strict security headers. A stream is an answer written piece by
 * piece; a failed write means that the client has gone.
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

/* Adds the common headers, the content type, and further headers up to a name of NULL. nonce: of
 * the style and script within the answer; NULL if there are none. */
void reply_add_headers(struct MHD_Response *, const char *type, const char *nonce,
                       const struct header *more);

/* Sends the HTML document. Its inline style and script carry this nonce; all others must be files
 * of this server. cookie: to set, or NULL. Takes ownership of the bytes. */
void reply_document(struct exchange *, unsigned status, const char *nonce, bool compressed,
                    const char *cookie, struct text *);

void reply_json(struct exchange *, unsigned status, const struct text *);
void reply_lines(struct exchange *, const struct text *); /* lines of a record, unchanged */

/* Redirects to location, and sets the cookie. */
void reply_elsewhere(struct exchange *, const char *location, const char *cookie);

/* True if a person will see the answer: the request is a browser's navigation. */
bool reply_is_for_people(const struct exchange *);

/* Answers {"error":"…"}, or a small HTML page for people; the message is formatted as by printf.
 * The rest of the request is not read, so the connection is closed. */
void reply_error(struct exchange *, unsigned status, const char *format, ...) NOTES_PRINTF(3, 4);

/* Starts a stream; exchange_write() writes its parts. */
void reply_stream(struct exchange *, const char *type);

#endif
