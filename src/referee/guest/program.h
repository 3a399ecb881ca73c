/* program.h - somebody's program, prepared: what to run, what it must be able to read, who it is */
#ifndef REFEREE_GUEST_PROGRAM_H
#define REFEREE_GUEST_PROGRAM_H

#include "referee/guest/build.h"
#include "referee/guest/contender_options.h"
#include "referee/guest/manifest.h"
#include "referee/guest/scratch_dir.h"
#include "referee/sandbox/warden.h"

enum { PROGRAM_NAME = 120 };

struct calibrated; /* referee/guest/calibrated.h */

struct program {
    char name[PROGRAM_NAME];
    char told[200];               /* for people: what was found and how it is run; "" if it says so
                                     itself */
    char source[POLICY_PATH];     /* what was handed in; "" for a command */
    char place[SCRATCH_DIR_PATH]; /* where it was unpacked or built; "": it runs where it lies */
    char command[WARDEN_COMMAND];
    char calibrate[WARDEN_COMMAND]; /* "" for none */
    struct calibrated *calibrated;  /* NULL for none; it belongs to whoever has prepared this */
    double idle;                    /* seconds in which its build did not compute */
    enum protocol_kind protocol;
    struct policy policy; /* of its cells; the directories are the cell's */
    char hash[17];
    struct warden_hello facts; /* of one of its cells, and in words: */
    char rung[300], missing[500];
};

/* True if the spec is COMMAND after "cmd:", a directory, or the path of a file that is a submission
 * (submission.h). */
bool program_is_meant(const char *spec);

/* Finds it, builds it in a private place, tries whether the command can be started in a cell.
 * False, with a fault noted, if anything fails; what this machine lacks is noted as that. */
bool program_prepare(struct program *, const char *spec, const struct contender_options *,
                     struct notes *);
/* Removes its private place; for whoever has prepared it. */
void program_leave(struct program *);

/* Of paths without links: whether one is a directory or lies in it; whether it lies in a directory
 * of the system; whether it came with what was handed in. */
bool program_lies_below(const char *path, const char *dir);
bool program_is_of_system(const char *path);
bool program_brings(const struct program *, const char *path);

/* An interpreter outside the system directories needs its libraries, which are in PREFIX where it
 * lies in PREFIX/bin, or in PREFIX/shims, where version managers keep wrappers. A home directory is
 * no prefix; then it is the interpreter's own directory. False if there is none but "/". */
bool program_prefix(const char *path, char dir[FOUND_PATH]);

/* Sets the limits and whether there is a sandbox; zeroes mean the defaults. memory: what the
 * program itself wants, in bytes; it gets no more than the options grant. */
void program_set_policy(struct policy *, const struct contender_options *, size_t memory);

/* Sets what its command needs of the sandbox. */
void program_take_command(struct program *);

/* Sets facts, rung and missing by the facts of one of its cells. */
void program_describe(struct program *, const struct warden_hello *);

#endif
