/* json.h - writing JSON, a value at a time
 *
 * Commas come by themselves. Names go with the values of an object and are NULL in an array. The
 * library that reads JSON has names such as json_string() for itself, hence the "put".
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
