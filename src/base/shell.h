/* shell.h - words of commands that people copy into a shell */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/text.h"

/* Appends a string as one shell word, quoted if necessary. */
void shell_add_word(struct text *, const char *string);

/* The same for a word that people see before they copy it, perhaps in a spreadsheet. If it has
 * characters that would be escaped (foreign.h), or a semicolon, it is written as $'...', which
 * bash, zsh and ksh read. */
void shell_add_shown_word(struct text *, const char *string);

#endif
