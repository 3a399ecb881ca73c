/* errand.h - something that takes thought, done in a thread of its own while somebody waits
 *
 * Whoever sends on an errand listens for the lines that it tells and may lose patience at any
 * time; the work looks at its stop flag and leaves early. All errands run at once and the kernel
 * shares the cores fairly among them, so twenty of them all get on; their number is bounded, and
 * the patient ones (analysis, review) yield to those that a player waits for.
 */
#ifndef SERVE_ERRAND_H
#define SERVE_ERRAND_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/text.h"

enum { ERRANDS_MAX = 32 };

struct errand;

typedef void errand_work(struct errand *, void *context);

/* Begins. NULL if there are too many already. The context must last until errand_end(). */
struct errand *errand_start(errand_work *, void *context, bool patient);

/* For the work: set when nobody waits any more; and a line for whoever waits. */
const atomic_bool *errand_stop(const struct errand *);
void errand_tell(struct errand *, const struct text *);

/* For whoever waits: appends what was told since the last call, and waits for it at most this
 * long. False if the work is done and everything has been heard. */
bool errand_listen(struct errand *, int milliseconds, struct text *out);

/* Asks the work to stop, waits until it has, and forgets it. */
void errand_end(struct errand *);

#endif
