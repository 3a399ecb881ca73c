/* bundle.h - what is kept of a fault, so that its author can see it again
 *
 * A directory with input.txt and output.txt, exact to the byte, stderr.txt (its tail), fault.json
 * with verdict, evidence, limits, seed and the program's hash, and rerun.sh, which asks the same
 * program the same question in a fresh directory: by plywood replay, with the limits and in the
 * confinement of then (referee/guest/rerun.h), or, where there is no plywood, by the shell alone.
 * If the program is asked by files there are also stdout.txt (its beginning), and what it
 * remembered when it was asked: playdata.txt, calibration.txt.
 */
#ifndef REFEREE_GUEST_BUNDLE_H
#define REFEREE_GUEST_BUNDLE_H

#include <stdbool.h>

#include "referee/guest/answer.h"
#include "referee/guest/contender_options.h"
#include "referee/sandbox/warden.h"

/* A file by which a program may remember something; large ones are not kept. */
enum { BUNDLE_FILES = 2, BUNDLE_BYTES = 1 << 16 };
extern const char *const bundle_files[BUNDLE_FILES];

struct bundle_file {
    bool there;
    struct text text;
};

struct bundle {
    const char *spec, *hash, *rung, *game, *rules, *side;
    uint64_t seed;
    const char *command, *protocol; /* of a program; NULL for a built-in agent */
    const char *source, *place;     /* what was handed in, and where it was built; "" for none */
    const struct policy *policy;
    const struct warden_order *order;
    const struct contender_options *options;
    struct move_time time;
    bool input_ends;                  /* by pipes: the input ended after the question */
    const struct text *said;          /* by files: on its standard output; else NULL */
    const struct bundle_file *memory; /* BUNDLE_FILES of them, as they were before the move */
};

/* Makes the directory, and those above it, if needed. */
bool bundle_write(const struct bundle *, const struct answer *, const char *dir, struct notes *);

#endif
