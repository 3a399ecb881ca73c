/* bundle.h - what is kept of a fault, so that its author can see it again
 *
 * A directory with input.txt and output.txt, exact to the byte, stderr.txt (its tail), fault.json
 * with verdict, evidence, limits, seed and the program's hash, and rerun.sh, which asks the same
 * program the same question in a fresh directory.
 */
#ifndef REFEREE_BUNDLE_H
#define REFEREE_BUNDLE_H

#include <stdbool.h>

#include "referee/contender.h"
#include "referee/warden.h"

struct bundle {
    const char *spec, *hash, *rung, *game, *side;
    uint64_t seed;
    const char *command, *protocol; /* of a program; NULL for a built-in agent */
    const struct plan *plan;
    const struct warden_order *order;
};

/* Makes the directory, and those above it, if needed. */
bool bundle_write(const struct bundle *, const struct answer *, const char *dir, struct notes *);

#endif
