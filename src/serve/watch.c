#include "serve/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"

struct watch {
    char *path;
    FILE *file;
    long number;      /* of the last complete line */
    struct text line; /* the start of an incomplete line */
    char *buffer;
    size_t capacity;
};

struct watch *watch_new(const char *path)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return NULL;
    struct watch *w = memory_zero(sizeof *w);
    w->path = memory_string(path);
    w->file = file;
    return w;
}

void watch_free(struct watch *w)
{
    if (!w)
        return;
    fclose(w->file);
    text_free(&w->line);
    free(w->buffer);
    free(w->path);
    free(w);
}

bool watch_next(struct watch *w, struct text *line, long *number)
{
    clearerr(w->file); /* the file may have grown since */
    ssize_t got = getline(&w->buffer, &w->capacity, w->file);
    if (got <= 0)
        return false;
    bool complete = w->buffer[got - 1] == '\n';
    text_add_bytes(&w->line, w->buffer, (size_t)(complete ? got - 1 : got));
    if (!complete)
        return false;
    text_clear(line);
    text_add_bytes(line, w->line.data, w->line.length);
    text_clear(&w->line);
    *number = ++w->number;
    return true;
}

bool watch_is_stale(const struct watch *w)
{
    struct stat named, open_one;
    if (stat(w->path, &named) != 0 || fstat(fileno(w->file), &open_one) != 0)
        return true;
    return named.st_ino != open_one.st_ino || named.st_dev != open_one.st_dev ||
           open_one.st_size < ftello(w->file);
}
