/* program.h - somebody's program, prepared: what to run, what it must be able to read, who it is */
#ifndef REFEREE_GUEST_PROGRAM_H
#define REFEREE_GUEST_PROGRAM_H

#include "referee/guest/manifest.h"
#include "referee/guest/options.h"
#include "referee/sandbox/warden.h"

enum { PROGRAM_NAME = 120 };

struct calibrated; /* referee/guest/calibrated.h */

struct program {
    char name[PROGRAM_NAME];
    char command[WARDEN_COMMAND];
    char calibrate[WARDEN_COMMAND]; /* "" for none */
    struct calibrated *calibrated;  /* NULL for none; it belongs to whoever has prepared this */
    enum protocol_kind protocol;
    struct policy policy; /* of its cells; the directories are the cell's */
    char hash[17];
    char rung[300], missing[500];
};

/* True if the spec is COMMAND after "cmd:", or a directory. */
bool program_is_meant(const char *spec);

/* Reads the manifest, runs the build command, tries whether the command can be started in a cell.
 * False, with a fault noted, if anything fails. */
bool program_prepare(struct program *, const char *spec, const struct contender_options *,
                     struct notes *);

/* Sets the limits and whether there is a sandbox; zeroes mean the defaults. memory: what the
 * program itself wants, in bytes; it gets no more than the options grant. */
void program_set_policy(struct policy *, const struct contender_options *, size_t memory);

/* Sets rung and missing by the facts of one of its cells. */
void program_describe(struct program *, const struct warden_hello *);

#endif
