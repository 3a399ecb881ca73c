#include "base/shell.h"

#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"

void shell_add_word(struct text *out, const char *string)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+=,";
    if (*string && !string[strspn(string, plain)]) {
        text_add(out, "%s", string);
        return;
    }
    text_add(out, "'");
    for (const char *p = string; *p; p++)
        text_add(out, *p == '\'' ? "'\\''" : "%c", *p);
    text_add(out, "'");
}

void shell_add_shown_word(struct text *out, const char *string)
{
    char *fit = foreign_copy(string);
    bool plain = strcmp(fit, string) == 0 && !strchr(string, ';');
    free(fit);
    if (plain) {
        shell_add_word(out, string);
        return;
    }
    text_add(out, "$'");
    for (const char *p = string; *p;) {
        size_t bytes = character_bytes(p, strlen(p));
        bool as_it_is = bytes > 0 && character_is_fit(character_code(p, bytes)) &&
                        !strchr("'\\;", *p);
        bytes = bytes > 0 ? bytes : 1;
        for (size_t i = 0; i < bytes; i++)
            text_add(out, as_it_is ? "%c" : "\\%03o", (unsigned char)p[i]);
        p += bytes;
    }
    text_add(out, "'");
}
