/* foreign.h - escaping untrusted text before people see it
 *
 * Names, answers, messages, files and records of strangers reach people through terminals, logs and
 * pages. Some characters control a terminal (C0, C1, DEL), reorder the text around them
 * (bidirectional controls), or are invisible (zero-width characters, line and paragraph separators,
 * byte-order marks, tags). Each is escaped:
 *
 *     \0  \t  \n  \r  \x1b  \x9b        a byte: a control character, or not valid UTF-8
 *     \u202e  \U000e0041                a character
 *
 * All else stays, backslashes too, so escaping twice is the same as once. All code that shows
 * untrusted text uses a function of this header; messages that contain such text (notes.h, the
 * judge's, the commands') are escaped as a whole. JSON loses nothing, because it has escapes of its
 * own for these characters.
 */
#ifndef BASE_FOREIGN_H
#define BASE_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the UTF-8 character at p in bytes; 0 if it is invalid: truncated, overlong, a
 * surrogate, or beyond U+10FFFF. count: the bytes that may be read; 4 will do before a 0 byte. */
size_t character_bytes(const char *p, size_t count);

/* The code point of the character at p, which has this many bytes, from 1 to 4. */
unsigned character_code(const char *p, size_t bytes);

/* True if this code point needs no escape. */
bool character_is_fit(unsigned code);

/* The most bytes that one byte of untrusted text takes when it is escaped. */
enum { FOREIGN_GROWTH = 4 };

/* Writes the escaped bytes and a 0 byte into an array; if they do not fit, it ends in dots. Returns
 * the length. text_add_foreign() does the same for a struct text. */
size_t foreign_put_bytes(char *out, size_t room, const char *bytes, size_t count);
void foreign_put(char *out, size_t room, const char *string);

/* An escaped copy; end with free(). */
char *foreign_copy(const char *string);

/* For an argument of printf: the string, escaped, at most SHOWN_BYTES of it. It is valid for the
 * next few calls in this thread. */
enum { SHOWN_BYTES = 1023 };
const char *shown(const char *string);

#endif
