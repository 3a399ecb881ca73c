#include "base/exact.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    unsigned char byte;
    const char *name;
} names[] = {{0, "zero"},
             {'\t', "tab"},
             {'\v', "vertical tab"},
             {'\f', "form feed"},
             {'\r', "carriage return"},
             {0x1b, "escape"},
             {0x7f, "delete"}};

/* What is wrong with a byte wherever it stands; NULL if nothing is. */
static const char *wrong_anywhere(unsigned char byte)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].byte == byte)
            return names[i].name;
    return byte < ' ' ? "control character" : byte > 126 ? "not ASCII" : NULL;
}

static bool is_move(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] == ' ' || isalpha((unsigned char)line[i]))
            return true;
    return false;
}

/* What is wrong with the byte at this place of its line; NULL if nothing is. */
static const char *wrong_here(const char *line, size_t length, size_t at)
{
    const char *anywhere = wrong_anywhere((unsigned char)line[at]);
    if (anywhere || !is_move(line, length))
        return anywhere;
    bool begins = at == 0 || !isdigit((unsigned char)line[at - 1]);
    bool number_follows = at + 1 < length && isdigit((unsigned char)line[at + 1]);
    switch (line[at]) {
    case ' ':
        return at == 0               ? "a blank before the line"
               : at + 1 == length    ? "a blank after the line"
               : line[at - 1] == ' ' ? "a second blank"
                                     : NULL;
    case '+': return number_follows ? "a plus before a number" : NULL;
    case '0': return begins && number_follows ? "a zero before a number" : NULL;
    default: return NULL;
    }
}

static bool tell(char why[EXACT_WHY], int line, size_t at, const char *what, unsigned char byte)
{
    snprintf(why, EXACT_WHY, "line %d, byte %zu: %s (0x%02x)", line, at + 1, what, byte);
    return false;
}

bool exact_text(const char *bytes, size_t count, char why[EXACT_WHY])
{
    if (count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        return tell(why, 1, 0, "byte-order mark", 0xef);
    const char *end = bytes + count;
    for (int line = 1; bytes < end; line++) {
        const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((stop ? stop : end) - bytes);
        if (length == 0)
            return tell(why, line, 0, "an empty line", '\n');
        for (size_t at = 0; at < length; at++) {
            const char *what = wrong_here(bytes, length, at);
            if (what)
                return tell(why, line, at, what, (unsigned char)bytes[at]);
        }
        bytes += length + (stop != NULL);
    }
    return true;
}
