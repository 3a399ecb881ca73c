/* parcel.h - files that belong together, in memory until all of them are known to be right
 *
 * A kit is put together as a parcel first, so that a mistake in what was asked for leaves nothing
 * half written; then it becomes a folder or a zip archive, in the order of its names.
 */
#ifndef CMD_PARCEL_H
#define CMD_PARCEL_H

#include "base/text.h"

struct parcel_file {
    char *name; /* folders with '/' */
    bool executable;
    struct text bytes;
};

struct parcel {
    int count;
    struct parcel_file *file;
};

/* Another file, empty, to be filled before the next call. */
struct text *parcel_add(struct parcel *, const char *name, bool executable);

/* Writes into a directory, which is made if it is not there. False, errno set and the file told, if
 * that fails. */
bool parcel_write(struct parcel *, const char *dir, struct text *failed);

/* The parcel as a zip archive. */
void parcel_zip(struct parcel *, struct text *out);
void parcel_free(struct parcel *);

#endif
