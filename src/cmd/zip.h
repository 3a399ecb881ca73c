/* zip.h - a zip archive in memory
 *
 * The same files in the same order give the same bytes: no time of day, no owner is in it (the date
 * is the format's first day). Files are deflated, or stored where that is shorter, and have their
 * Unix permissions. No file and no archive may reach 4 GiB, and there are at most 65535 files.
 */
#ifndef CMD_ZIP_H
#define CMD_ZIP_H

#include "base/text.h"

struct zip {
    struct text files, directory;
    int count;
};

/* name: without a slash in front, '/' between folders. */
void zip_add(struct zip *, const char *name, bool executable, const char *bytes, size_t count);

/* Ends the archive, which is then in files. */
void zip_end(struct zip *);
void zip_free(struct zip *);

#endif
