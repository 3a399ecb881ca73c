/* submission.h - a program as its author handed it in
 *
 * A directory, an archive (zip, tar, tar.gz …), a single source, or a file that can be executed;
 * the program lies in it, or in the one folder in it that has one, or in the one archive. What is
 * not a directory goes to a private place (scratch_dir.h), and so does what is built later: nothing
 * is ever written to what was handed in.
 */
#ifndef REFEREE_GUEST_SUBMISSION_H
#define REFEREE_GUEST_SUBMISSION_H

#include <stdbool.h>

#include "base/notes.h"
#include "referee/guest/scratch_dir.h"
#include "referee/sandbox/policy.h"

enum { SUBMISSION_NAME = 120 };

enum submission_kind {
    SUBMISSION_NONE,
    SUBMISSION_DIRECTORY,
    SUBMISSION_ARCHIVE,
    SUBMISSION_SOURCE,
    SUBMISSION_EXECUTABLE
};

/* By what lies at the path; NONE if it is nothing that can be handed in. */
enum submission_kind submission_kind(const char *path);

/* What it is called in tables and records: like its folder, or its file without the ending; a file
 * that is called as the courses want it, homework.c say, like the folder in which it lies. */
void submission_name(const char *path, char out[SUBMISSION_NAME]);

struct submission {
    char source[POLICY_PATH];     /* what was handed in, in full */
    char place[SCRATCH_DIR_PATH]; /* a private directory, "" for none */
    char root[POLICY_PATH]; /* the directory with the program: in place, or the author's own */
};

/* Finds the program, unpacking what is packed. policy: with what limits. False, with a fault noted,
 * if it is nothing that can be used; *lacking is set if this machine has nothing to unpack it with.
 * Whether there is a program at the root, manifest_read() tells.
 */
bool submission_open(struct submission *, const char *path, const struct policy *, bool *lacking,
                     struct notes *);
/* Removes the private directory. */
void submission_close(struct submission *);

/* True if the root is private, so that it can be built there. */
bool submission_is_private(const struct submission *);

#endif
