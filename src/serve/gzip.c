#include "serve/gzip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "base/memory.h"

enum {
    WITHOUT_HEAD = -15, /* zlib's value for a raw deflate stream with the largest window */
    STORED_MAX = 64     /* fewer bytes are not worth compressing */
};

static void fail(void)
{
    fprintf(stderr, "plywood: zlib does not work\n");
    exit(70);
}

/* A few bytes uncompressed: a stored block, with its length and the complement of the length. */
static struct piece store(const char *bytes, size_t count)
{
    struct piece piece = {.sum = crc32(0, (const Bytef *)bytes, (uInt)count), .count = count};
    const char head[5] = {0, (char)(count & 0xff), (char)(count >> 8), (char)(~count & 0xff),
                          (char)(~count >> 8 & 0xff)};
    text_add_bytes(&piece.packed, head, sizeof head);
    text_add_bytes(&piece.packed, bytes, count);
    return piece;
}

struct piece piece_new(const char *bytes, size_t count, bool best)
{
    if (count < STORED_MAX)
        return store(bytes, count);
    z_stream stream = {0};
    if (deflateInit2(&stream, best ? Z_BEST_COMPRESSION : Z_BEST_SPEED, Z_DEFLATED, WITHOUT_HEAD,
                     best ? MAX_MEM_LEVEL : 8, Z_DEFAULT_STRATEGY) != Z_OK)
        fail();
    size_t most = deflateBound(&stream, (uLong)count) + 16; /* plus the flush marker */
    struct piece piece = {.packed = {.data = memory_new(most + 1), .capacity = most + 1},
                          .sum = crc32(0, (const Bytef *)bytes, (uInt)count),
                          .count = count};
    stream.next_in = (z_const Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = (Bytef *)piece.packed.data;
    stream.avail_out = (uInt)most;
    if (deflate(&stream, Z_FULL_FLUSH) != Z_OK || stream.avail_in > 0 || stream.avail_out == 0)
        fail();
    piece.packed.length = stream.total_out;
    piece.packed.data[piece.packed.length] = 0;
    deflateEnd(&stream);
    return piece;
}

void piece_free(struct piece *piece)
{
    text_free(&piece->packed);
}

struct gzip gzip_begin(struct text *out)
{
    static const char head[10] = {0x1f, (char)0x8b, 8, 0, 0, 0, 0, 0, 2, 3};
    text_add_bytes(out, head, sizeof head);
    return (struct gzip){.out = out, .sum = crc32(0, NULL, 0)};
}

void gzip_add(struct gzip *file, const struct piece *piece)
{
    text_add_bytes(file->out, piece->packed.data, piece->packed.length);
    file->sum = crc32_combine(file->sum, piece->sum, (z_off_t)piece->count);
    file->count += piece->count;
}

static void add_number(struct text *out, unsigned long number)
{
    for (int i = 0; i < 4; i++) {
        char byte = (char)(number >> 8 * i & 0xff);
        text_add_bytes(out, &byte, 1);
    }
}

void gzip_end(struct gzip *file)
{
    static const char last[2] = {3, 0}; /* an empty final block */
    text_add_bytes(file->out, last, sizeof last);
    add_number(file->out, file->sum);
    add_number(file->out, file->count);
}

bool gzip_is_welcome(const char *accept)
{
    static const char name[] = "gzip";
    while (accept && *accept) {
        accept += strspn(accept, " \t,");
        size_t length = strcspn(accept, ",");
        if (strncasecmp(accept, name, strlen(name)) == 0 &&
            strchr(" \t;,", accept[strlen(name)])) { /* also matches the end of the string */
            const char *rest = accept + strlen(name);
            rest += strspn(rest, " \t;");
            return strncasecmp(rest, "q=", 2) != 0 || strtod(rest + 2, NULL) > 0;
        }
        accept += length;
    }
    return false;
}
