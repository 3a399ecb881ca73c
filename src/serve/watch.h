/* watch.h - follows a file of lines while somebody writes it */
#ifndef SERVE_WATCH_H
#define SERVE_WATCH_H

#include <stdbool.h>

#include "base/text.h"

struct watch;

/* From its first line on. NULL if the file cannot be opened. */
struct watch *watch_new(const char *path);
void watch_free(struct watch *);

/* The next line that is complete, without its end, and its number, from 1. False if there is none
 * yet. */
bool watch_next(struct watch *, struct text *line, long *number);

/* True if the file has been replaced or cut: what follows is another story. */
bool watch_is_stale(const struct watch *);

#endif
