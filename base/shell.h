/* shell.h - words of commands that people copy into a shell */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/text.h"

/* Appends a string as one word, quoted where that is needed. */
void shell_add_word(struct text *, const char *string);

#endif
