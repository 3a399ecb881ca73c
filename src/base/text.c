#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/foreign.h"
#include "base/memory.h"

static void reserve(struct text *text, size_t more)
{
    if (text->length + more + 1 <= text->capacity)
        return;
    text->capacity = 2 * (text->length + more + 1);
    text->data = memory_resize(text->data, text->capacity);
}

void text_add_bytes(struct text *text, const char *bytes, size_t count)
{
    reserve(text, count);
    if (count > 0)
        memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = 0;
}

void text_add_list(struct text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int need = vsnprintf(NULL, 0, format, args);
    assert(need >= 0);
    reserve(text, (size_t)need);
    vsnprintf(text->data + text->length, (size_t)need + 1, format, again);
    va_end(again);
    text->length += (size_t)need;
}

void text_add(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_add_list(text, format, args);
    va_end(args);
}

void text_add_foreign(struct text *text, const char *bytes, size_t count, size_t most)
{
    size_t grown = FOREIGN_GROWTH * count, room = grown < most ? grown : most;
    reserve(text, room);
    text->length += foreign_put_bytes(text->data + text->length, room + 1, bytes, count);
}

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->data)
        text->data[0] = 0;
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

/* The line's length without the blanks at its end. */
static int trimmed_length(const char *start, size_t count)
{
    while (count > 0 && strchr(" \t\r\v\f", start[count - 1]))
        count--;
    return (int)count;
}

struct lines lines_cut(const char *bytes, size_t count)
{
    assert(count <= TEXT_FILE_MAX);
    static const char byte_order_mark[] = "\xef\xbb\xbf"; /* some editors put it in front */
    if (count >= 3 && memcmp(bytes, byte_order_mark, 3) == 0) {
        bytes += 3;
        count -= 3;
    }
    bool zeros = count > 0 && memchr(bytes, 0, count);
    struct lines lines = {.data = memory_new((count + 1) * (zeros ? 2 : 1))};
    memcpy(lines.data, bytes, count);
    lines.data[count] = 0;
    const char *found = zeros ? memcpy(lines.data + count + 1, bytes, count) : lines.data;

    size_t most = 1;
    for (size_t i = 0; i < count; i++) {
        most += bytes[i] == '\n';
        if (bytes[i] == 0) /* would end the line early: no reader takes this one for a cell */
            lines.data[i] = 1;
    }
    lines.line = memory_new(most * sizeof *lines.line);

    for (char *p = lines.data, *end = p + count; p < end;) {
        char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            stop = end;
        struct line line = {.start = p,
                            .length = trimmed_length(p, (size_t)(stop - p)),
                            .found = found + (p - lines.data)};
        p[line.length] = 0;
        lines.line[lines.count++] = line;
        p = stop + 1;
    }
    while (lines.count > 0 && lines.line[lines.count - 1].length == 0)
        lines.count--;
    return lines;
}

void lines_free(struct lines *lines)
{
    free(lines->line);
    free(lines->data);
    *lines = (struct lines){0};
}

bool text_read(const char *path, struct text *text, struct notes *notes)
{
    bool is_stdin = strcmp(path, "-") == 0;
    /* not blocking, so that a fifo without a writer is an error and no endless wait */
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        notes_fault(notes, 0, "cannot be opened: %s", strerror(errno));
        return false;
    }
    text_clear(text);
    reserve(text, TEXT_FILE_MAX + 1);
    ssize_t got = 0;
    while (text->length <= TEXT_FILE_MAX) {
        got = read(fd, text->data + text->length, TEXT_FILE_MAX + 1 - text->length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        text->length += (size_t)got;
    }
    int why = errno;
    text->data[text->length] = 0;
    if (!is_stdin)
        close(fd);
    if (got < 0)
        notes_fault(notes, 0, "cannot be read: %s", strerror(why));
    else if (text->length > TEXT_FILE_MAX)
        notes_fault(notes, 0, "expected at most %d bytes, found more", TEXT_FILE_MAX);
    else
        return true;
    text_free(text);
    return false;
}

bool lines_read(const char *path, struct lines *lines, struct notes *notes)
{
    struct text text = {0};
    if (!text_read(path, &text, notes))
        return false;
    *lines = lines_cut(text.data, text.length);
    text_free(&text);
    return true;
}

struct line lines_at(const struct lines *lines, int index)
{
    assert(index >= 0);
    return index < lines->count ? lines->line[index] : (struct line){.start = ""};
}

struct line line_from(const char *string)
{
    size_t length = strlen(string);
    return (struct line){.start = string, .length = length < INT_MAX ? (int)length : INT_MAX};
}

static bool only_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return *p == 0;
}

bool line_integer(struct line line, long min, long max, long *out)
{
    if (line.length == 0 || line.start[strspn(line.start, " \t+-0123456789")] != 0 ||
        !strpbrk(line.start, "0123456789"))
        return false;
    const char *at = line.start;
    long value;
    if (!string_integer(&at, min, max, &value) || !only_blanks(at))
        return false;
    *out = value;
    return true;
}

bool string_integer(const char **at, long min, long max, long *out)
{
    char *end;
    errno = 0;
    long value = strtol(*at, &end, 10);
    if (errno || end == *at || value < min || value > max)
        return false;
    *at = end;
    *out = value;
    return true;
}

bool line_number(struct line line, double *out)
{
    if (line.length == 0 || line.start[strspn(line.start, " \t+-.0123456789eE")] != 0)
        return false;
    char *end;
    double value = strtod(line.start, &end);
    if (end == line.start || !only_blanks(end) || !isfinite(value))
        return false;
    *out = value;
    return true;
}

const char *line_quote(struct line line, char out[64])
{
    size_t used = 0;
    int i = 0;
    out[used++] = '"';
    for (; i < line.length && used < 52; i++) {
        unsigned char c = (unsigned char)(line.found ? line.found : line.start)[i];
        if (isprint(c) && c < 128)
            out[used++] = (char)c;
        else if (c == 0)
            used += (size_t)snprintf(out + used, 8, "\\0");
        else
            used += (size_t)snprintf(out + used, 8, "\\x%02x", c);
    }
    snprintf(out + used, 64 - used, i < line.length ? "...\"" : "\"");
    return out;
}
