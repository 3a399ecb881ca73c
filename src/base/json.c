#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/foreign.h"

/* A character that is better not shown, by its number; a large one is a pair of numbers. */
static void escape(struct text *out, unsigned code)
{
    if (code > 0xffff)
        text_add(out, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10),
                 0xdc00 + ((code - 0x10000) & 0x3ff));
    else
        text_add(out, "\\u%04x", code);
}

/* Bytes that are no UTF-8 become the characters that Latin-1 has for them: JSON knows no bytes. */
static void quote(struct text *out, const char *string)
{
    text_add_bytes(out, "\"", 1);
    for (const char *p = string; *p;) {
        unsigned char c = (unsigned char)*p;
        size_t bytes = character_bytes(p, 4);
        if (c == '"' || c == '\\')
            text_add(out, "\\%c", c);
        else if (c == '\n')
            text_add(out, "\\n");
        else if (bytes == 0)
            text_add(out, "\\u%04x", c);
        else if (!character_is_fit(character_code(p, bytes)))
            escape(out, character_code(p, bytes));
        else
            text_add_bytes(out, p, bytes);
        p += bytes > 0 ? bytes : 1;
    }
    text_add_bytes(out, "\"", 1);
}

static void begin(struct text *out, const char *name)
{
    if (out->length > 0 && !strchr("{[\n", out->data[out->length - 1]))
        text_add_bytes(out, ",", 1);
    if (name) {
        quote(out, name);
        text_add_bytes(out, ":", 1);
    }
}

void json_open(struct text *out, const char *name, char bracket)
{
    begin(out, name);
    text_add_bytes(out, &bracket, 1);
}

void json_close(struct text *out, char bracket)
{
    text_add_bytes(out, &bracket, 1);
}

void json_put_string(struct text *out, const char *name, const char *value)
{
    begin(out, name);
    quote(out, value);
}

void json_put_integer(struct text *out, const char *name, int64_t value)
{
    begin(out, name);
    text_add(out, "%" PRId64, value);
}

void json_put_number(struct text *out, const char *name, double value)
{
    if (!isfinite(value)) {
        json_put_null(out, name);
        return;
    }
    begin(out, name);
    text_add(out, "%.9g", value);
}

void json_put_bool(struct text *out, const char *name, bool value)
{
    begin(out, name);
    text_add(out, value ? "true" : "false");
}

void json_put_null(struct text *out, const char *name)
{
    begin(out, name);
    text_add(out, "null");
}
