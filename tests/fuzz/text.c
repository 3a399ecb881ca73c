/* text.c - lines, numbers and quotations: what all readers are made of */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/fuzz/fuzz.h"

/* A line begins where the file's does, behind a byte-order mark, and ends at the last byte that is
 * no blank; 0 bytes are turned into 1; only empty lines at the end are missing. */
static void check_lines(const struct lines *lines, const char *bytes, size_t count)
{
    int index = 0;
    if (count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        bytes += 3;
        count -= 3;
    }
    for (size_t at = 0; at < count; index++) {
        const char *stop = memchr(bytes + at, '\n', count - at);
        size_t end = stop ? (size_t)(stop - bytes) : count, length = end - at;
        while (length > 0 && memchr(" \t\r\v\f", bytes[at + length - 1], 5))
            length--;
        struct line line = lines_at(lines, index);
        CLAIM((size_t)line.length == length && strlen(line.start) == length);
        for (size_t i = 0; i < length; i++)
            CLAIM(line.start[i] == (bytes[at + i] == 0 ? 1 : bytes[at + i]));
        at = end + 1;
    }
    CLAIM(lines->count <= index);
    CLAIM(lines->count == 0 || lines->line[lines->count - 1].length > 0);
}

/* LF or CRLF makes no difference. */
static void check_line_ends(const struct lines *lines, const char *bytes, size_t count)
{
    struct text text = {0};
    for (size_t i = 0; i < count; i++)
        text_add_bytes(&text, bytes[i] == '\n' ? "\r\n" : bytes + i, bytes[i] == '\n' ? 2 : 1);
    struct lines others = {0};
    if (text.length <= TEXT_FILE_MAX) {
        others = lines_cut(text.data ? text.data : "", text.length);
        CLAIM(others.count == lines->count);
        for (int i = 0; i < lines->count; i++)
            CLAIM(strcmp(lines_at(&others, i).start, lines_at(lines, i).start) == 0);
    }
    lines_free(&others);
    text_free(&text);
}

/* A number is one in our own writing too, and nothing but digits, signs and blanks. */
static void check_numbers(struct line line)
{
    long integer, again;
    double number = 0, number_again = 0;
    char digits[64];
    bool is_integer = line_integer(line, -1000, 1000, &integer);
    bool is_number = line_number(line, &number);
    if (is_integer) {
        CLAIM(integer >= -1000 && integer <= 1000);
        CLAIM(line.start[strspn(line.start, " \t+-0123456789")] == 0);
        CLAIM(is_number && number == (double)integer);
        snprintf(digits, sizeof digits, "%ld", integer);
        struct line written = line_from(digits);
        CLAIM(line_integer(written, integer, integer, &again) && again == integer);
        CLAIM(!line_integer(written, integer + 1, 2000, &again));
        CLAIM(!line_integer(written, -2000, integer - 1, &again));
    }
    if (is_number) {
        CLAIM(isfinite(number));
        snprintf(digits, sizeof digits, "\t%.17g ", number);
        struct line written = line_from(digits);
        CLAIM(line_number(written, &number_again) && number_again == number);
    }
}

/* A quotation is short, printable, and whole unless it says that it is cut. */
static void check_quote(struct line line)
{
    static const char cut[] = "...\"";
    char *quote = memory_new(64);
    CLAIM(line_quote(line, quote) == quote);
    size_t length = strnlen(quote, 64), at = 1;
    CLAIM(length >= 2 && length < 64 && quote[0] == '"' && quote[length - 1] == '"');
    int shown = 0;
    for (; at < length - 1 && strcmp(quote + at, cut) != 0; shown++) {
        CLAIM(shown < line.length && quote[at] >= ' ' && quote[at] <= '~');
        unsigned byte;
        char there = (line.found ? line.found : line.start)[shown];
        CLAIM(there == line.start[shown] || (there == 0 && line.start[shown] == 1));
        if (quote[at] == there) {
            at++;
        } else if (there == 0) {
            CLAIM(strncmp(quote + at, "\\0", 2) == 0);
            at += 2;
        } else {
            CLAIM(sscanf(quote + at, "\\x%2x", &byte) == 1);
            CLAIM(byte == (unsigned char)there);
            at += 4;
        }
    }
    CLAIM((strcmp(quote + at, cut) == 0) == (shown < line.length));
    free(quote);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count > TEXT_FILE_MAX)
        return 0;
    const char *text = (const char *)bytes;
    struct lines lines = lines_cut(text, count);
    check_lines(&lines, text, count);
    check_line_ends(&lines, text, count);
    for (int i = 0; i < lines.count; i++) {
        check_numbers(lines_at(&lines, i));
        check_quote(lines_at(&lines, i));
    }
    lines_free(&lines);
    return 0;
}
