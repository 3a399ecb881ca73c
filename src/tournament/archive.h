/* archive.h - a program's files as one piece, to travel through a store
 *
 * A tar archive (POSIX ustar, readable by every tar) of plain files and directories, in the order
 * of their names, without owners and times: equal files give equal archives, so the archive's
 * digest is the program's. Of a file's mode only whether it can be executed passes. A symbolic link
 * to a plain file of the same program is replaced by that file; any other link, and every device,
 * pipe and socket, is a fault.
 */
#ifndef TOURNAMENT_ARCHIVE_H
#define TOURNAMENT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/notes.h"
#include "base/text.h"
#include "referee/guest/scratch_dir.h"

enum { ARCHIVE_BYTES = 64 << 20, ARCHIVE_ENTRIES = 10000, ARCHIVE_LEVELS = 40 };

/* Packs all of an open directory. False, with a fault noted, if that is more than the limits above
 * or something that cannot travel. */
bool archive_pack(int directory, struct text *, struct notes *);

/* A file in an archive that is made piece by piece; then its end. False, with a fault noted, if the
 * archive would be too large or the name is none that can travel. */
bool archive_add_file(struct text *, const char *name, bool executable, const char *bytes,
                      size_t count, struct notes *);
void archive_end(struct text *);

/* Unpacks into an empty directory. Whatever the bytes are, nothing is written elsewhere. False,
 * with a fault noted, if they are no archive of ours or cannot be written. */
bool archive_unpack(const struct text *, int directory, struct notes *);
/* The same into a directory of its own (scratch_dir.h), whose path is set. */
bool archive_lodge(const struct text *, char path[SCRATCH_DIR_PATH], struct notes *);

#endif
