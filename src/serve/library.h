/* library.h - the records that the server was started with
 *
 * A record's id in addresses is its file name; a second file of the same name is NAME.2, and so on.
 * Only ids of the list are ever opened, so a request cannot name any other file. A directory is
 * read again each time, because matches may begin while the server runs.
 */
#ifndef SERVE_LIBRARY_H
#define SERVE_LIBRARY_H

#include <stdbool.h>
#include <time.h>

#include "base/text.h"
#include "referee/match/record.h"

enum { LIBRARY_ID = 120, LIBRARY_PATH = 1024, LIBRARY_MAX = 1000 };

struct library;

struct library_entry {
    char id[LIBRARY_ID];
    char path[LIBRARY_PATH];
    struct timespec changed; /* of a kept game (shelf.h): when it was stored */
};

/* directory: may be NULL. */
struct library *library_new(const char *const *paths, int count, const char *directory);
void library_free(struct library *);

/* Lists all records that exist now, at most LIBRARY_MAX. The caller frees the list. Returns their
 * number. */
int library_list(const struct library *, struct library_entry **);

/* Finds the entry with this id; false if there is none. */
bool library_find(const struct library *, const char *id, struct library_entry *);

/* Adds an overview of a record as an object: id, title, game, names, date, games, running, score,
 * elo and so on, a picture of the position before the deciding move and, of a single game, its
 * result. If the record cannot be read, adds its id and error to `broken` instead and prints the
 * error on standard error. Skips records with fewer than `least` games. Returns true if something
 * was added. Results are cached until the file changes or disappears. Any thread may call it. */
bool library_json(struct library *, const struct library_entry *, int least, struct text *out,
                  struct text *broken);

/* True if the match at this path is still being recorded: its recorder holds a lock on the file. */
bool library_is_being_written(const char *path);

/* Adds why a file could not be read, "line 3: …", without its path, which a page must not
 * reveal. */
void library_fault(const struct library_entry *, const struct notes *, struct text *out);

/* Adds the members of a match's standing: games, finished, score, Elo with its interval. */
void json_standing(struct text *, const struct record *);

#endif
