#include "screens/columns.h"

#include "base/foreign.h"

/* Widths by Unicode block: coarse, but correct for the scripts that people write names in. */
static const struct {
    unsigned from, to;
    int columns;
} blocks[] = {
    {0x0300, 0x036f, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05bd, 0},   {0x0610, 0x061a, 0},
    {0x064b, 0x065f, 0},   {0x1ab0, 0x1aff, 0},   {0x1dc0, 0x1dff, 0},   {0x20d0, 0x20ff, 0},
    {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},   {0x1100, 0x115f, 2},   {0x2e80, 0xa4cf, 2},
    {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},
    {0xffe0, 0xffe6, 2},   {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1faff, 2},
    {0x20000, 0x3fffd, 2},
};

int columns_of(unsigned code)
{
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (code >= blocks[i].from && code <= blocks[i].to)
            return blocks[i].columns;
    return 1;
}

void columns_add(struct text *out, const char *string, int columns, bool fill)
{
    int used = 0;
    for (const char *at = string; *at;) {
        size_t bytes = character_bytes(at, 4);
        int wide = bytes ? columns_of(character_code(at, bytes)) : 1;
        if (used + wide > columns)
            break;
        used += wide;
        bytes = bytes ? bytes : 1;
        text_add_bytes(out, at, bytes);
        at += bytes;
    }
    if (fill)
        text_add(out, "%*s", columns - used, "");
}
