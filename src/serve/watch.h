/* watch.h - follows a file of lines while it is written */
#ifndef SERVE_WATCH_H
#define SERVE_WATCH_H

#include <stdbool.h>

#include "base/text.h"

struct watch;

/* Starts at the first line. Returns NULL if the file cannot be opened. */
struct watch *watch_new(const char *path);
void watch_free(struct watch *);

/* Gets the next complete line, without its newline, and its number, from 1. Returns false if there
 * is none yet. */
bool watch_next(struct watch *, struct text *line, long *number);

/* True if the file has been replaced or truncated, so its next lines do not continue the earlier
 * ones. */
bool watch_is_stale(const struct watch *);

#endif
