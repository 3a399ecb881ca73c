/* gzip.h - a gzip file joined from pieces that may be compressed in advance
 *
 * A piece ends at a byte boundary and refers to nothing before it, so pieces can be joined in any
 * order. Constant parts are compressed once, at the best level. The parts that change with each
 * request are short and are compressed at a fast level.
 */
#ifndef SERVE_GZIP_H
#define SERVE_GZIP_H

#include <stdbool.h>

#include "base/text.h"

struct piece {
    struct text packed;
    unsigned long sum; /* CRC of the uncompressed bytes */
    size_t count;
};

/* best: compresses as well as possible, which takes longer. */
struct piece piece_new(const char *bytes, size_t count, bool best);
void piece_free(struct piece *);

/* A file in the making: call gzip_begin(), gzip_add() for each piece, gzip_end(). */
struct gzip {
    struct text *out;
    unsigned long sum;
    size_t count;
};

struct gzip gzip_begin(struct text *out);
void gzip_add(struct gzip *, const struct piece *);
void gzip_end(struct gzip *);

/* True if this Accept-Encoding header, which may be NULL, permits gzip. */
bool gzip_is_welcome(const char *accept_encoding);

#endif
