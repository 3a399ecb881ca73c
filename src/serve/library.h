/* library.h - the records that may be seen: those the server was started with
 *
 * A record is known by its file's name, which is its id in addresses; a second file of that name
 * is NAME.2, and so on. Only ids that stand in the list are ever opened, so no request can name
 * another file. A directory is looked through every time, because matches may begin while the
 * server runs.
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
    struct timespec changed; /* of a kept game (shelf.h): when it was put there */
};

/* directory: may be NULL. */
struct library *library_new(const char *const *paths, int count, const char *directory);
void library_free(struct library *);

/* All records now, at most LIBRARY_MAX; the caller frees the list. Returns their number. */
int library_list(const struct library *, struct library_entry **);

/* The entry of this id; false if there is none. */
bool library_find(const struct library *, const char *id, struct library_entry *);

/* Adds an overview of a record as an object: id, title, game, names, date, games, running, score,
 * elo and so on, a picture of the move that decided, and of a single game its result; or, to
 * `broken`, id and error of one that cannot be read, which standard error tells as well. Records of
 * fewer games than `least` are left out. Returns true if something was added. What was read is
 * remembered until the file changes or is gone. May be called from several threads. */
bool library_json(struct library *, const struct library_entry *, int least, struct text *out,
                  struct text *broken);

/* True if somebody is writing the match at this path: then its recorder has locked it. */
bool library_is_being_written(const char *path);

/* Why a file could not be read, "line 3: …": where it lies is nobody's business on a page. */
void library_fault(const struct library_entry *, const struct notes *, struct text *out);

/* The members that tell how a match stands: games, finished, score, elo with its interval */
void json_standing(struct text *, const struct record *);

#endif
