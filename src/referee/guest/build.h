/* build.h - a submission built, or unpacked, in confinement
 *
 * Both run like a guest, in a home of their own, and what they make comes back by content
 * (referee/sandbox/transfer.h) and only if they succeed: nobody's own directory is ever changed.
 *
 * Archives are unpacked by the system's own tar (with gzip, bzip2, xz, zstd) and unzip (or bsdtar,
 * or python3), each of them kept up against hostile archives for decades, and here without any
 * power besides: whatever an archive makes them do ends with their home. So no library is needed in
 * the grader that course kits carry around.
 */
#ifndef REFEREE_GUEST_BUILD_H
#define REFEREE_GUEST_BUILD_H

#include <stdbool.h>

#include "base/notes.h"
#include "base/text.h"
#include "referee/sandbox/policy.h"

/* seconds: that it may take, waiting for a core apart; 0: the default. Whoever has less time than
 * that, whoever has the cores, says so to the thread (referee/sandbox/cancel.h). Runs the command
 * in a copy of `from`, which it sees under the name of `to`; all that is there in the end goes to
 * `to`. said: what it wrote; *idle: the seconds in which it did not compute (judge.h). False, with
 * a fault noted, if anything fails. */
bool build_run(const struct policy *, const char *from, const char *to, const char *command,
               double seconds, struct text *said, double *idle, struct notes *);

/* True of an archive that can be unpacked, by its first bytes. */
bool build_is_archive(const char *path);

/* Unpacks an archive into the empty directory `to`. *lacking is set if this machine cannot. */
bool build_unpack(const struct policy *, const char *archive, const char *to, bool *lacking,
                  struct notes *);

/* What a compiler complains of first, for people: line and message, without the name of the place;
 * "" if it said nothing. */
enum { FIRST_ERROR = 200 };
void build_first_error(const char *said, const char *place, char out[FIRST_ERROR]);

/* The path of a program, looked for as the shell does; false if there is none. */
enum { FOUND_PATH = 4096 };
bool build_finds(const char *word, char path[FOUND_PATH]);

#endif
