/* submission.h - finds the program in what its author handed in
 *
 * A submission is a directory, an archive (zip, tar, tar.gz …), a single source, or an executable.
 * The program is at its top, or in the only folder that has a program, or in the only archive. A
 * submission that is no directory is copied or unpacked to a private directory (scratch_dir.h), and
 * builds happen in one. Nothing is ever written to the submission itself.
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

/* The kind of what is at the path; SUBMISSION_NONE if it is none of the others. */
enum submission_kind submission_kind(const char *path);

/* Its name in tables and records: that of the directory, or of the file without its ending. A file
 * with a name that courses ask for, such as homework.c, is called like its directory. */
void submission_name(const char *path, char out[SUBMISSION_NAME]);

struct submission {
    char source[POLICY_PATH];     /* full path of the submission */
    char place[SCRATCH_DIR_PATH]; /* the private directory; "" for none */
    char root[POLICY_PATH]; /* the directory with the program: in `place`, or the author's own */
};

/* Finds the program's directory, and unpacks archives within the limits of the policy. False, with
 * a fault noted, if it cannot be used; *lacking is set if this machine has no tool to unpack it.
 * names_read() then says whether there is a program at the root. */
bool submission_open(struct submission *, const char *path, const struct policy *, bool *lacking,
                     struct notes *);
/* Removes the private directory. */
void submission_close(struct submission *);

/* True if the root is in a private directory, so that it can be built there. */
bool submission_is_private(const struct submission *);

#endif
