#include "base/shell.h"

#include <string.h>

void shell_add_word(struct text *out, const char *string)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./:@%+=,";
    if (*string && !string[strspn(string, plain)]) {
        text_add(out, "%s", string);
        return;
    }
    text_add(out, "'");
    for (const char *p = string; *p; p++)
        text_add(out, *p == '\'' ? "'\\''" : "%c", *p);
    text_add(out, "'");
}
