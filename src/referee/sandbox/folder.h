/* folder.h - files in a directory where a guest may have done anything
 *
 * A name may lead to a symbolic link, a pipe, a directory, a file of any size; nothing here waits
 * on a pipe, reads more than it was told to, or follows a link unless it says so.
 */
#ifndef REFEREE_SANDBOX_FOLDER_H
#define REFEREE_SANDBOX_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Opens a plain file to be read, links to it followed; -1, errno set, if it is none or cannot be
 * read. Anything else is not even opened: a device may act when that is done. */
int folder_open_plain(int folder, const char *name);

enum folder_finding {
    FOLDER_FILE,      /* a plain file, read */
    FOLDER_NOTHING,   /* there is none of that name */
    FOLDER_NOT_PLAIN, /* a link, a directory, a pipe … */
    FOLDER_TOO_LARGE,
    FOLDER_UNREADABLE,
    FOLDER_NO_MEANS /* to open it: no more files or memory, which is nobody's fault */
};

/* Reads a file of at most `limit` bytes; the text is cleared first. what: for people, what was
 * found instead. */
enum folder_finding folder_get(int folder, const char *name, size_t limit, struct text *,
                               const char **what);

/* Puts a new file in the place of anything of that name. False, errno set, if that fails. */
bool folder_put(int folder, const char *name, const char *bytes, size_t count);

enum folder_measure {
    FOLDER_HOLDS_NO_MORE,
    FOLDER_HOLDS_MORE, /* or does not let itself be looked at */
    FOLDER_UNKNOWN     /* for want of open files or memory, which is nobody's fault; errno is set */
};

/* Whether a directory and all below it have more than this many entries, bytes on disk, or levels
 * of nesting. Two files are open meanwhile, at any depth. Stops as soon as it is decided. */
enum folder_measure folder_measure(int folder, size_t entries, size_t bytes, int levels);

/* The first entry of the directory that is not in the list, which ends with NULL; false if there is
 * none. The name is what the guest made it. */
enum { FOLDER_NAME = 256 };
bool folder_find_other(int folder, const char *const *known, char name[FOLDER_NAME]);

/* True if the file system that it lies on has no room left, for bytes or for entries. */
bool folder_is_full(int folder);

/* Makes a directory accessible that the guest has locked; follows no link. False if it is none. */
bool folder_unlock(int folder, const char *name);

/* Removes a name and everything below it, at any depth. False, errno set, if something stays, also
 * because the thread has to leave (cancel.h). */
bool folder_remove(int folder, const char *name);

#endif
