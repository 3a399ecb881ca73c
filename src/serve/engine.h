/* engine.h - analysis for programs: JSON lines in, JSON lines out
 *
 * docs/analyze.md describes the lines. Questions wait in a queue that a thread pool works off. An
 * answer carries the id of its question, so answers may come in any order. While it searches, a
 * thread writes updates if the question asked for them. It stops when a terminate line names its
 * question, or all questions.
 */
#ifndef SERVE_ENGINE_H
#define SERVE_ENGINE_H

#include <stddef.h>

enum { ENGINE_THREADS_MAX = 64 };

struct engine;

/* Takes one output line without its newline. The engine calls it from one thread at a time. */
typedef void engine_writer(void *context, const char *line);

struct engine *engine_new(int threads, engine_writer *, void *context);

/* Reads one input line. Errors in it are answered at once. */
void engine_take(struct engine *, const char *line, size_t length);

/* Waits until every question has been answered, then frees the engine. */
void engine_free(struct engine *);

#endif
