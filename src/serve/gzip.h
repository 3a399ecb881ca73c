/* gzip.h - a compressed file made of pieces, some of which are compressed long before
 *
 * A piece ends at a full byte and refers to nothing before it, so pieces can be joined in any
 * order, and what never changes is compressed once, as well as can be. What changes each time costs
 * little: it is short, and compressed in haste.
 */
#ifndef SERVE_GZIP_H
#define SERVE_GZIP_H

#include <stdbool.h>

#include "base/text.h"

struct piece {
    struct text packed;
    unsigned long sum; /* of the bytes that it stands for */
    size_t count;
};

/* best: as small as can be, which takes longer. */
struct piece piece_new(const char *bytes, size_t count, bool best);
void piece_free(struct piece *);

/* The file: a head, pieces, an end. */
struct gzip {
    struct text *out;
    unsigned long sum;
    size_t count;
};

struct gzip gzip_begin(struct text *out);
void gzip_add(struct gzip *, const struct piece *);
void gzip_end(struct gzip *);

/* True if a client that sends this header, which may be NULL, takes such a file. */
bool gzip_is_welcome(const char *accept_encoding);

#endif
