/* file.h - writing files whole
 *
 * Whoever reads a file of ours at any time sees the old one or the new one, never half of either:
 * the bytes go to a file beside it, which then takes its place. A symbolic link is followed first,
 * and the file that it names is replaced. What is no regular file (a device, a pipe, a socket)
 * stays what it is, and the bytes are written to it; so are they where no file can be made beside
 * one that may be written.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* False, errno set, if that fails; a regular file is then as it was. */
bool file_replace(const char *path, const char *bytes, size_t count);

#endif
