/* folder.h - safe access to files in a directory that a guest can change
 *
 * A name may belong to a symbolic link, a FIFO, a device, a directory, or a file of any size, and
 * this may change at any moment. No function here blocks on a FIFO or reads more than its limit,
 * and none follows a symbolic link unless its comment says so.
 */
#ifndef REFEREE_SANDBOX_FOLDER_H
#define REFEREE_SANDBOX_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Opens a regular file for reading, and follows symbolic links. -1, errno set, if it is none or
 * cannot be read. Anything else is not even opened, because opening a device can have effects. */
int folder_open_plain(int folder, const char *name);

enum folder_finding {
    FOLDER_FILE,      /* a regular file, read */
    FOLDER_NOTHING,   /* there is no such name */
    FOLDER_NOT_PLAIN, /* a link, a directory, a FIFO … */
    FOLDER_TOO_LARGE,
    FOLDER_UNREADABLE,
    FOLDER_NO_MEANS /* EMFILE, ENFILE, ENOMEM: our shortage, not the guest's fault */
};

/* Clears the text and reads a file of at most `limit` bytes into it. *what: in words for people,
 * what was found instead. */
enum folder_finding folder_get(int folder, const char *name, size_t limit, struct text *,
                               const char **what);

/* Removes what has that name and writes a new file. False, errno set, if that fails. */
bool folder_put(int folder, const char *name, const char *bytes, size_t count);

enum folder_measure {
    FOLDER_HOLDS_NO_MORE,
    FOLDER_HOLDS_MORE, /* or the guest keeps us from reading it */
    FOLDER_UNKNOWN     /* we lack open files or memory, which is not the guest's fault; errno set */
};

/* Says whether a directory tree has more than this many entries, bytes on disk, or levels of
 * nesting. Needs two open files at any depth, and stops as soon as the answer is known. */
enum folder_measure folder_measure(int folder, size_t entries, size_t bytes, int levels);

/* Finds the first entry of the directory that is not in the list, which ends with NULL. False if
 * there is none. The guest chose the name, so it may contain any bytes. */
enum { FOLDER_NAME = 256 };
bool folder_find_other(int folder, const char *const *known, char name[FOLDER_NAME]);

/* True if the directory's file system is full, in bytes or in inodes. */
bool folder_is_full(int folder);

/* Gives us access to a directory whose mode the guest has taken away. Follows no link. False if the
 * name is no directory. */
bool folder_unlock(int folder, const char *name);

/* Removes a name and everything below it, at any depth. False, errno set, if something is left;
 * ECANCELED if the thread was cancelled (cancel.h). */
bool folder_remove(int folder, const char *name);

#endif
