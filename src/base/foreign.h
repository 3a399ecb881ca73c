/* foreign.h - text that somebody else wrote, made fit to be shown
 *
 * The names, answers, messages, files and records of strangers reach people through terminals,
 * logs and pages. There some characters command a terminal (C0, C1, DEL), reorder what stands
 * around them (the bidirectional controls), or cannot be seen at all (zero-width characters, line
 * and paragraph separators, byte-order marks, tags). Each is shown as what it is:
 *
 *     \0  \t  \n  \r  \x1b  \x9b        a byte: a control character, or no part of UTF-8
 *     \u202e  \U000e0041                a character
 *
 * All else stays, backslashes too, so that text made fit once is not changed when it is made fit
 * again. Whoever puts foreign text before people uses a function of this header; messages that are
 * made of it (notes.h, the judge's, the commands') are made fit as a whole. JSON loses nothing: it
 * has escapes of its own for these characters.
 */
#ifndef BASE_FOREIGN_H
#define BASE_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the UTF-8 character at p has; 0 if it is none: cut short, longer than need be,
 * half of a pair, beyond the last one. count: how many bytes are there; before a 0 byte 4 will
 * do. */
size_t character_bytes(const char *p, size_t count);

/* The code of the character at p, which has this many bytes, from 1 to 4. */
unsigned character_code(const char *p, size_t bytes);

/* True if the character with this code can be shown as it is. */
bool character_is_fit(unsigned code);

/* The bytes that a byte of foreign text may take when it is made fit. */
enum { FOREIGN_GROWTH = 4 };

/* Writes the bytes, made fit, and a 0 byte into an array; where there is no room for all of them,
 * dots at the end say so. Returns the length. text_add_foreign() is the same for a text. */
size_t foreign_put_bytes(char *out, size_t room, const char *bytes, size_t count);
void foreign_put(char *out, size_t room, const char *string);

/* A copy, made fit; end with free(). */
char *foreign_copy(const char *string);

/* For an argument of printf: the string, made fit, at most SHOWN_BYTES of it. It stays for the next
 * few calls of this thread. */
enum { SHOWN_BYTES = 1023 };
const char *shown(const char *string);

#endif
