/* build.h - builds or unpacks a submission in a sandbox
 *
 * Build commands and unpackers run like a guest, in a home of their own. Only if they succeed, what
 * they made is copied back by content (referee/sandbox/transfer.h), into a private directory: the
 * author's directory is never changed.
 *
 * Archives are unpacked by the system's tar (with gzip, bzip2, xz, zstd) and unzip (or bsdtar, or
 * python3). These tools have been hardened against hostile archives for decades, and the sandbox
 * limits what an archive could still make them do to their home. So the grader that course kits
 * contain needs no library for archives.
 */
#ifndef REFEREE_GUEST_BUILD_H
#define REFEREE_GUEST_BUILD_H

#include <stdbool.h>

#include "base/notes.h"
#include "base/text.h"
#include "referee/sandbox/policy.h"

/* Runs the command in a copy of `from`, which it sees under the name of `to`, and copies the result
 * to `to`. seconds: the limit, not counting the time that it waits for a core; 0: the default. A
 * caller with a plain wall clock limit cancels the thread (referee/sandbox/cancel.h). said: the
 * beginning of its output; *idle: the seconds in which it did not compute (judge.h). False, with a
 * fault noted, if anything fails. */
bool build_run(const struct policy *, const char *from, const char *to, const char *command,
               double seconds, struct text *said, double *idle, struct notes *);

/* True if the first bytes are those of an archive that can be unpacked. */
bool build_is_archive(const char *path);

/* Unpacks an archive into the empty directory `to`. Sets *lacking if this machine has no tool for
 * it. */
bool build_unpack(const struct policy *, const char *archive, const char *to, bool *lacking,
                  struct notes *);

/* The first error of a compiler, for people: file, line and message, without the directory `place`;
 * "" if there is none. */
enum { FIRST_ERROR = 200 };
void build_first_error(const char *said, const char *place, char out[FIRST_ERROR]);

/* Looks for a program in PATH, as the shell does. False if there is none. */
enum { FOUND_PATH = 4096 };
bool build_finds(const char *word, char path[FOUND_PATH]);

#endif
