/* engine.h - analysis for programs: questions come in as JSON lines, answers go out as such
 *
 * docs/analyze.md is the manual of the lines. Questions wait in a queue, and the threads work
 * it off; an answer carries the id of its question, so answers may come in any order. A thread
 * that searches tells of it while it does, if that was asked for, and stops when it is told to.
 */
#ifndef SERVE_ENGINE_H
#define SERVE_ENGINE_H

#include <stddef.h>

enum { ENGINE_THREADS_MAX = 64 };

struct engine;

/* Takes a line that is to be written, without its end; called by one thread at a time. */
typedef void engine_writer(void *context, const char *line);

struct engine *engine_new(int threads, engine_writer *, void *context);

/* Takes in a line; what is wrong with it is answered at once. */
void engine_take(struct engine *, const char *line, size_t length);

/* Waits until everything has been answered, and ends. */
void engine_free(struct engine *);

#endif
