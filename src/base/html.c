#include "base/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"

void html_put(struct text *out, const char *foreign)
{
    char *fit = foreign_copy(foreign);
    for (const char *p = fit; *p; p++) {
        switch (*p) {
        case '&': text_add(out, "&amp;"); break;
        case '<': text_add(out, "&lt;"); break;
        case '>': text_add(out, "&gt;"); break;
        case '"': text_add(out, "&quot;"); break;
        case '\'': text_add(out, "&#39;"); break;
        default: text_add_bytes(out, p, 1);
        }
    }
    free(fit);
}

void html_put_name(struct text *out, const char *foreign)
{
    text_add(out, "<bdi>");
    html_put(out, foreign);
    text_add(out, "</bdi>");
}

void html_put_lines(struct text *out, const char *foreign)
{
    char *lines = memory_string(foreign), *rest = lines, *line;
    while ((line = strsep(&rest, "\n")) != NULL) {
        html_put(out, line);
        if (rest)
            text_add(out, "\n");
    }
    free(lines);
}

void html_put_number(struct text *out, double value)
{
    double whole = round(value);
    text_add(out, "%s%.0f", whole < 0 ? "−" : "", fabs(whole));
}

void html_put_data(struct text *out, const struct text *json)
{
    size_t from = 0;
    for (size_t i = 0; i < json->length; i++) {
        char c = json->data[i];
        if (c != '<' && c != '>' && c != '&')
            continue;
        text_add_bytes(out, json->data + from, i - from);
        text_add(out, "\\u%04x", (unsigned)c);
        from = i + 1;
    }
    if (json->length > from)
        text_add_bytes(out, json->data + from, json->length - from);
}
