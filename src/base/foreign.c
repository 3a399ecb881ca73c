#include "base/foreign.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum { ESCAPE_MAX = 12, SHOWN_AT_ONCE = 8 };

size_t character_bytes(const char *p, size_t count)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned first = count > 0 ? (unsigned char)p[0] : 0xff;
    if (first < 0x80)
        return 1;
    size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || bytes > count)
        return 0;
    for (size_t i = 1; i < bytes; i++)
        if (((unsigned char)p[i] & 0xc0) != 0x80)
            return 0;
    unsigned code = character_code(p, bytes);
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= least[bytes] && code <= 0x10ffff && !surrogate ? bytes : 0;
}

unsigned character_code(const char *p, size_t bytes)
{
    assert(bytes >= 1 && bytes <= 4);
    unsigned code = (unsigned char)p[0];
    if (bytes > 1)
        code &= 0x7fu >> bytes;
    for (size_t i = 1; i < bytes; i++)
        code = code << 6 | ((unsigned char)p[i] & 0x3f);
    return code;
}

/* What no one can see, and what moves what others wrote. */
static const struct {
    unsigned first, last;
} unfit[] = {
    {0x00, 0x1f},       {0x7f, 0x9f},       /* controls */
    {0xad, 0xad},                           /* soft hyphen */
    {0x34f, 0x34f},                         /* combining grapheme joiner */
    {0x61c, 0x61c},                         /* Arabic letter mark */
    {0x115f, 0x1160},                       /* Hangul fillers */
    {0x17b4, 0x17b5},                       /* Khmer inherent vowels */
    {0x180b, 0x180f},                       /* Mongolian separators */
    {0x200b, 0x200f},                       /* zero-width spaces, joiners, direction marks */
    {0x2028, 0x202e},                       /* separators; embeddings and overrides */
    {0x2060, 0x206f},                       /* word joiner, invisible operators, isolates */
    {0x2800, 0x2800},   {0x3164, 0x3164},   /* blank Braille, Hangul filler */
    {0xfe00, 0xfe0f},                       /* variation selectors */
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   /* byte-order mark, Hangul filler */
    {0xfff0, 0xfffb},   {0xfffe, 0xffff},   /* specials, but not the replacement character */
    {0x110bd, 0x110cd}, {0x13430, 0x1345f}, /* Kaithi and hieroglyph format controls */
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, /* shorthand and musical format controls */
    {0xe0000, 0xe0fff},                     /* tags */
};

bool character_is_fit(unsigned code)
{
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (code >= unfit[i].first && code <= unfit[i].last)
            return false;
    return true;
}

/* Writes the next character as it is shown; returns how many bytes it took. */
static size_t show_next(const char *p, size_t count, char out[ESCAPE_MAX])
{
    static const char plain[4] = {0, '\t', '\n', '\r'}, letter[] = "0tnr";
    size_t bytes = character_bytes(p, count);
    unsigned code = bytes > 0 ? character_code(p, bytes) : (unsigned char)*p;
    const char *named = bytes == 1 ? memchr(plain, *p, sizeof plain) : NULL;
    if (named)
        snprintf(out, ESCAPE_MAX, "\\%c", letter[named - plain]);
    else if (bytes == 0 || (code < 0x100 && !character_is_fit(code)))
        snprintf(out, ESCAPE_MAX, "\\x%02x", code);
    else if (!character_is_fit(code))
        snprintf(out, ESCAPE_MAX, code > 0xffff ? "\\U%08x" : "\\u%04x", code);
    else
        snprintf(out, ESCAPE_MAX, "%.*s", (int)bytes, p);
    return bytes > 0 ? bytes : 1;
}

size_t foreign_put_bytes(char *out, size_t room, const char *bytes, size_t count)
{
    assert(room > 0);
    static const char dots[] = "...";
    size_t most = room - 1, used = 0, can_be_cut = 0; /* up to here there is room for the dots */
    for (size_t i = 0; i < count;) {
        char next[ESCAPE_MAX];
        i += show_next(bytes + i, count - i, next);
        size_t length = strlen(next);
        if (length > most - used) {
            size_t end = most < 3 ? most : 3;
            memcpy(out + can_be_cut, dots, end);
            used = can_be_cut + end;
            break;
        }
        memcpy(out + used, next, length);
        used += length;
        if (used + 3 <= most)
            can_be_cut = used;
    }
    out[used] = 0;
    return used;
}

void foreign_put(char *out, size_t room, const char *string)
{
    foreign_put_bytes(out, room, string, strlen(string));
}

char *foreign_copy(const char *string)
{
    size_t room = FOREIGN_GROWTH * strlen(string) + 1;
    char *fit = memory_new(room);
    foreign_put(fit, room, string);
    return fit;
}

const char *shown(const char *string)
{
    static _Thread_local char kept[SHOWN_AT_ONCE][SHOWN_BYTES + 1];
    static _Thread_local unsigned next;
    char *out = kept[next++ % SHOWN_AT_ONCE];
    foreign_put(out, SHOWN_BYTES + 1, string);
    return out;
}
