#include "screens/fit.h"

#include <stdbool.h>
#include <string.h>

struct fit {
    struct text *out;
    int width, column, hang;
};

static int indent_of(const char *line)
{
    return (int)strspn(line, " ");
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

/* The number of terminal columns of these UTF-8 bytes. */
static int columns_of(const char *bytes, size_t count)
{
    int columns = 0;
    for (size_t i = 0; i < count; i++)
        columns += ((unsigned char)bytes[i] & 0xc0) != 0x80;
    return columns;
}

/* The bytes up to the next blank outside brackets. */
static size_t word_length(const char *text)
{
    size_t length = 0;
    int depth = 0;
    while (text[length] && text[length] != '\n' && (depth > 0 || text[length] != ' ')) {
        depth += (text[length] == '[') - (text[length] == ']');
        length++;
    }
    return length;
}

/* Appends the words of one line; blanks between them are kept, except at a line break. */
static void set_line(struct fit *f, const char *line)
{
    const char *at = line;
    int gap = f->column > f->hang ? 1 : indent_of(line);
    at += indent_of(line);
    while (*at && *at != '\n') {
        size_t length = word_length(at);
        int columns = columns_of(at, length);
        if (f->column + gap + columns > f->width && f->column > f->hang) {
            text_add(f->out, "\n");
            f->column = 0;
            gap = f->hang;
        }
        text_add(f->out, "%*s%.*s", gap, "", (int)length, at);
        f->column += gap + columns;
        at += length;
        gap = indent_of(at);
        at += gap;
    }
}

/* True if the second line continues the first. */
static bool goes_on(const char *first, const char *line)
{
    bool paragraph = indent_of(first) == 0 && strncmp(first, "usage:", 6) != 0;
    if (*first == '\n' || *line == 0 || *line == '\n')
        return false;
    return paragraph ? indent_of(line) == 0 : indent_of(line) > indent_of(first);
}

/* True if a line of a usage starts with the program's name: it is another form of the call. */
static bool is_other_form(const char *usage, const char *line)
{
    static const char word[] = "usage: ";
    if (strncmp(usage, word, strlen(word)) != 0)
        return false;
    const char *program = usage + strlen(word);
    return strncmp(program, line + indent_of(line), word_length(program) + 1) == 0;
}

/* The column at which the second column of an item begins: after its first gap of several
 * blanks. */
static int second_column(const char *line)
{
    const char *gap = strstr(line + indent_of(line), "  "), *end = strchr(line, '\n');
    if (!gap || (end && gap > end))
        return indent_of(line);
    return (int)(gap - line) + indent_of(gap);
}

void fit_text(const char *text, int width, struct text *out)
{
    for (const char *line = text; *line;) {
        const char *after = next_line(line);
        struct fit f = {.out = out, .width = width};
        if (goes_on(line, after))
            f.hang = indent_of(after);
        else
            f.hang = second_column(line);
        set_line(&f, line);
        for (; goes_on(line, after); after = next_line(after)) {
            if (is_other_form(line, after)) {
                text_add(out, "\n");
                f.column = 0;
            }
            set_line(&f, after);
        }
        text_add(out, "\n");
        line = after;
    }
}
