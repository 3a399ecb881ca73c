/* bundle.h - writes a repro bundle: all that a program's author needs to reproduce a fault
 *
 * A bundle is a directory:
 *
 *   input.txt, output.txt   exact to the byte
 *   stderr.txt              the tail of its stderr
 *   fault.json              verdict, evidence, limits, seed, the program's hash
 *   rerun.sh                asks the same program the same question in a fresh directory: by
 * plywood replay with the same limits and sandbox (referee/guest/rerun.h), or, where plywood is not
 * installed, by the shell alone
 *
 * If the program is asked by files, there are also stdout.txt (its beginning) and the files by
 * which the program remembered something before the question: playdata.txt, calibration.txt.
 */
#ifndef REFEREE_GUEST_BUNDLE_H
#define REFEREE_GUEST_BUNDLE_H

#include <stdbool.h>

#include "referee/guest/answer.h"
#include "referee/guest/contender_options.h"
#include "referee/sandbox/warden.h"

/* The files by which a program may remember something; large ones are not kept. */
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
    const char *source, *place;     /* the submission, and where it was built; "" for none */
    const struct policy *policy;
    const struct warden_order *order;
    const struct contender_options *options;
    struct move_time time;
    bool input_ends;                  /* by pipes: the input ended after the question */
    const struct text *said;          /* by files: its standard output; else NULL */
    const struct bundle_file *memory; /* BUNDLE_FILES files, as they were before the move */
};

/* Writes a bundle; makes the directory and its parents if needed. */
bool bundle_write(const struct bundle *, const struct answer *, const char *dir, struct notes *);

#endif
