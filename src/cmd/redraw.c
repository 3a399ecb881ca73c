#include "cmd/redraw.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "screens/columns.h"

void redraw_clear(struct redraw *r)
{
    if (r->lines > 0)
        fprintf(stderr, "\x1b[%dA\r\x1b[J", r->lines);
    r->lines = 0;
    fflush(stderr);
}

int redraw_height(int unknown)
{
    struct winsize window = {0};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_row > 0 ? window.ws_row
                                                                               : unknown;
}

void redraw_show(struct redraw *r, const struct text *text)
{
    struct winsize window = {0};
    int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1
                    ? window.ws_col - 1
                    : 79;
    struct lines lines = lines_cut(text->data, text->length);
    for (int i = 0; i < lines.count; i++) {
        struct text cut = {0};
        columns_add(&cut, lines.line[i].start, width, false);
        fprintf(stderr, "%s\n", cut.data ? cut.data : "");
        text_free(&cut);
    }
    r->lines = lines.count;
    fflush(stderr);
    lines_free(&lines);
}

void add_duration(struct text *out, double seconds)
{
    if (seconds >= 2 * 86400)
        text_add(out, "%.0f days", seconds / 86400);
    else if (seconds >= 2 * 3600)
        text_add(out, "%.0f h", seconds / 3600);
    else if (seconds >= 120)
        text_add(out, "%.0f min", seconds / 60);
    else
        text_add(out, "%.0f s", seconds);
}
