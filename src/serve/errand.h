/* errand.h - runs a long computation in its own thread while a caller reads its output
 *
 * The caller reads the lines that the errand writes, and may end it at any time. The errand must
 * check its stop flag and return early when it is set. All errands run at once and the kernel
 * shares the cores fairly among them, so even twenty of them all make progress. Their number is
 * bounded. Patient errands (analysis, review) run at a lower priority than those that a player
 * waits for.
 */
#ifndef SERVE_ERRAND_H
#define SERVE_ERRAND_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/text.h"

enum { ERRANDS_MAX = 32 };

struct errand;

typedef void errand_work(struct errand *, void *context);

/* Starts an errand. Returns NULL if too many are running. The context must last until
 * errand_end(). */
struct errand *errand_start(errand_work *, void *context, bool patient);

/* For the errand: the stop flag, which errand_end() sets, and a call that outputs a line. */
const atomic_bool *errand_stop(const struct errand *);
void errand_tell(struct errand *, const struct text *);

/* For the caller: appends the lines written since the last call, and waits for them at most this
 * long. Returns false if the errand has finished and all its output has been read. */
bool errand_listen(struct errand *, int milliseconds, struct text *out);

/* Sets the stop flag, waits until the errand returns, and frees it. */
void errand_end(struct errand *);

#endif
