#include "cmd/zip.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"

enum {
    LOCAL_HEADER = 0x04034b50,
    DIRECTORY_HEADER = 0x02014b50,
    DIRECTORY_END = 0x06054b50,
    FORMAT_VERSION = 20, /* folders and deflate */
    MADE_BY_UNIX = 3 << 8 | FORMAT_VERSION,
    FIRST_DAY = 1 << 5 | 1, /* 1980-01-01 */
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
    WINDOW_RAW = -15, /* zlib: no header of its own */
    MEMORY_LEVEL = 8
};

static void put(struct text *out, int bytes, uint32_t value)
{
    for (int i = 0; i < bytes; i++) {
        char byte = (char)(value >> 8 * i & 0xff);
        text_add_bytes(out, &byte, 1);
    }
}

/* The bytes deflated, in fresh memory; returns how many. */
static size_t squeeze(const char *bytes, size_t count, char **out)
{
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW_RAW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        abort(); /* no memory */
    size_t room = deflateBound(&stream, count);
    *out = memory_zero(room);
    stream.next_in = (Bytef *)(uintptr_t)bytes; /* zlib only reads it */
    stream.avail_in = (uInt)count;
    stream.next_out = (Bytef *)*out;
    stream.avail_out = (uInt)room;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        abort(); /* there is room */
    deflateEnd(&stream);
    return stream.total_out;
}

void zip_add(struct zip *zip, const char *name, bool executable, const char *bytes, size_t count)
{
    assert(name[0] && name[0] != '/' && count < UINT32_MAX / 2 && zip->count < UINT16_MAX);
    char *squeezed;
    size_t size = squeeze(bytes, count, &squeezed);
    bool shorter = size < count;
    uint32_t start = (uint32_t)zip->files.length, length = (uint32_t)strlen(name);
    struct text about = {0}; /* what both headers tell */
    put(&about, 2, FORMAT_VERSION);
    put(&about, 2, 0);
    put(&about, 2, shorter ? METHOD_DEFLATED : METHOD_STORED);
    put(&about, 2, 0);
    put(&about, 2, FIRST_DAY);
    put(&about, 4, (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)count));
    put(&about, 4, (uint32_t)(shorter ? size : count));
    put(&about, 4, (uint32_t)count);
    put(&about, 2, length);
    put(&about, 2, 0);

    put(&zip->files, 4, LOCAL_HEADER);
    text_add_bytes(&zip->files, about.data, about.length);
    text_add_bytes(&zip->files, name, length);
    text_add_bytes(&zip->files, shorter ? squeezed : bytes, shorter ? size : count);

    put(&zip->directory, 4, DIRECTORY_HEADER);
    put(&zip->directory, 2, MADE_BY_UNIX);
    text_add_bytes(&zip->directory, about.data, about.length);
    put(&zip->directory, 2, 0); /* comment */
    put(&zip->directory, 2, 0); /* disk */
    put(&zip->directory, 2, 0); /* internal attributes */
    put(&zip->directory, 4, (uint32_t)(executable ? 0100755 : 0100644) << 16);
    put(&zip->directory, 4, start);
    text_add_bytes(&zip->directory, name, length);
    zip->count++;
    text_free(&about);
    free(squeezed);
}

void zip_end(struct zip *zip)
{
    uint32_t start = (uint32_t)zip->files.length, size = (uint32_t)zip->directory.length;
    assert(zip->count > 0);
    text_add_bytes(&zip->files, zip->directory.data, size);
    put(&zip->files, 4, DIRECTORY_END);
    put(&zip->files, 2, 0);
    put(&zip->files, 2, 0);
    put(&zip->files, 2, (uint32_t)zip->count);
    put(&zip->files, 2, (uint32_t)zip->count);
    put(&zip->files, 4, size);
    put(&zip->files, 4, start);
    put(&zip->files, 2, 0);
}

void zip_free(struct zip *zip)
{
    text_free(&zip->files);
    text_free(&zip->directory);
}
