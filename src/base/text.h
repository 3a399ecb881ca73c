/* text.h - growing strings, and input cut into lines
 *
 * struct text is a string that grows. struct lines is a text cut into lines for a reader: LF and
 * CRLF count alike; a byte-order mark, blanks at line ends and empty lines at the end are dropped;
 * bytes that are not printable ASCII are left for the reader to reject.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/notes.h"

enum { TEXT_FILE_MAX = 1 << 20 }; /* no file of ours is larger */

struct text {
    char *data; /* always ends with a 0 byte; NULL while empty */
    size_t length;
    size_t capacity;
};

void text_add(struct text *, const char *format, ...) NOTES_PRINTF(2, 3);
void text_add_list(struct text *, const char *format, va_list) NOTES_PRINTF(2, 0);
void text_add_bytes(struct text *, const char *bytes, size_t count);
/* Appends untrusted text, escaped (foreign.h), at most this many bytes. */
void text_add_foreign(struct text *, const char *bytes, size_t count, size_t most);
void text_clear(struct text *); /* empty again, memory kept */
void text_free(struct text *);

struct line {
    const char *start; /* ends with a 0 byte; 0 bytes of the file itself are turned into 1 */
    int length;
    const char *found; /* as start, but as it stood in the file; NULL: the same */
};

struct lines {
    int count;
    struct line *line;
    char *data;
};

/* Cuts bytes into lines; the bytes are copied. End with lines_free(). */
struct lines lines_cut(const char *bytes, size_t count);
void lines_free(struct lines *);

/* Reads a whole file, "-" for standard input, as bytes or cut into lines. False, with a fault
 * noted, if that cannot be done or it is larger than TEXT_FILE_MAX. */
bool text_read(const char *path, struct text *, struct notes *);
bool lines_read(const char *path, struct lines *, struct notes *);

/* The line with this index from 0, or an empty one past the end. */
struct line lines_at(const struct lines *, int index);

/* A string as a line. */
struct line line_from(const char *string);

/* Exact readers of a whole line: blanks around are allowed, anything else is not. */
bool line_integer(struct line, long min, long max, long *out);
bool line_number(struct line, double *out); /* finite, decimal, no hex */

/* Reads a whole number from min to max at the start of a string, after blanks and a sign, and moves
 * *at behind it. False, and nothing is changed, if there is none. */
bool string_integer(const char **at, long min, long max, long *out);

/* A line for a message: quoted, shortened, bytes that are not printable ASCII as \xNN or \0. */
const char *line_quote(struct line, char out[64]);

#endif
