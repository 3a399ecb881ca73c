/* program.h - a program that is prepared to run: its command, the directories that it reads, its
 * hash */
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
    char told[200];               /* for people: what was found and how it is run; "" if it has a
                                     plywood.json */
    char source[POLICY_PATH];     /* path of the submission; "" for a command */
    char place[SCRATCH_DIR_PATH]; /* where it was unpacked or built; "": it runs from source */
    char command[WARDEN_COMMAND];
    char calibrate[WARDEN_COMMAND]; /* "" for none */
    struct calibrated *calibrated;  /* NULL for none; owned by the caller of program_prepare() */
    double idle;                    /* seconds in which its build did not compute */
    enum protocol_kind protocol;
    struct policy policy; /* of its cells, but for the directories that each cell sets */
    char hash[17];
    struct warden_hello facts; /* of one of its cells; rung and missing: the same in words */
    char rung[300], missing[500];
};

/* True if the spec is "cmd:COMMAND", a directory, or the path of a submission (submission.h). */
bool program_is_meant(const char *spec);

/* Finds the program, builds it in a private directory, and tests whether the command can be started
 * in a cell. False, with a fault noted, if anything fails. If this machine lacks a compiler or the
 * like, the fault says that. */
bool program_prepare(struct program *, const char *spec, const struct contender_options *,
                     struct notes *);
/* Removes the private directory; for the caller of program_prepare(). */
void program_leave(struct program *);

/* These take paths without symbolic links. True if the path is the directory or below it; if it is
 * below a directory of the system; if it is a part of the submission. */
bool program_lies_below(const char *path, const char *dir);
bool program_is_of_system(const char *path);
bool program_brings(const struct program *, const char *path);

/* The directory that an interpreter outside the system directories needs for its libraries: PREFIX,
 * if it is in PREFIX/bin, or in PREFIX/shims, where version managers put wrappers. If PREFIX would
 * be a home directory, the interpreter's own directory is taken. False if only "/" is left. */
bool program_prefix(const char *path, char dir[FOUND_PATH]);

/* Sets the limits and the sandbox by the options; 0 means the default. memory: the program's own
 * wish in bytes, which can only lower the limit. */
void program_set_policy(struct policy *, const struct contender_options *, size_t memory);

/* Adapts the policy to the needs of the command. */
void program_take_command(struct program *);

/* Sets facts, rung and missing by the hello of one of its cells. */
void program_describe(struct program *, const struct warden_hello *);

#endif
