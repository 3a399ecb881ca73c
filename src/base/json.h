/* json.h - writes JSON, one value at a time
 *
 * Commas are added where needed. Members of an object have a name, elements of an array have NULL.
 * Functions say "put" because the library that reads JSON uses names such as json_string().
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

void json_open(struct text *, const char *name, char bracket); /* '{' or '[' */
void json_close(struct text *, char bracket);                  /* '}' or ']' */
void json_put_string(struct text *, const char *name, const char *value);
void json_put_integer(struct text *, const char *name, int64_t value);
void json_put_number(struct text *, const char *name, double value); /* not finite: null */
void json_put_bool(struct text *, const char *name, bool value);
void json_put_null(struct text *, const char *name);

#endif
