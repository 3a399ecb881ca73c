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

#include "base/text.h"
#include "referee/match/record.h"

enum { LIBRARY_ID = 120, LIBRARY_PATH = 1024, LIBRARY_MAX = 1000 };

struct library;

struct library_entry {
    char id[LIBRARY_ID];
    char path[LIBRARY_PATH];
};

/* directory: may be NULL. */
struct library *library_new(const char *const *paths, int count, const char *directory);
void library_free(struct library *);

/* All records now, at most LIBRARY_MAX; the caller frees the list. Returns their number. */
int library_list(const struct library *, struct library_entry **);

/* The entry of this id; false if there is none. */
bool library_find(const struct library *, const char *id, struct library_entry *);

/* Adds an overview of a record as an object: id, title, game, names, date, games, running, score,
 * elo and so on, a picture of a telling moment, and of a single game its result; or, to `broken`,
 * id and error of one that cannot be read, which standard error tells as well. What was read is
 * remembered until the file changes. May be called from several threads. */
void library_json(struct library *, const struct library_entry *, struct text *out,
                  struct text *broken);

/* The record at this path is gone: nothing of it need be remembered. */
void library_forget(struct library *, const char *path);

/* Why a file could not be read, "line 3: …": where it lies is nobody's business on a page. */
void library_fault(const struct library_entry *, const struct notes *, struct text *out);

/* The members that tell how a match stands: games, score, elo with its interval, … */
void json_standing(struct text *, const struct record *);

#endif
