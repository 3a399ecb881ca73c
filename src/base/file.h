/* file.h - replacing files atomically
 *
 * A reader sees the old file or the new one, never half of either: the bytes go to a temporary file
 * beside it, which is then renamed. A symbolic link is followed first, and its target is replaced.
 * A device, pipe or socket is written to directly, and so is a file in a directory where no other
 * file can be made.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* False, with errno set, if it fails; a regular file is then unchanged. */
bool file_replace(const char *path, const char *bytes, size_t count);

#endif
