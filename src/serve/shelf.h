/* shelf.h - games that were played here or brought here, kept on disk as records
 *
 *     DIR/0123456789abcdef.record               the shelf of whoever sits at this machine
 *     DIR/visitors/HASH/0123456789abcdef.record one shelf a visitor, where a token lets others in
 *
 * Each file is a record as docs/records.md has it, so every command reads it. A file's name is its
 * id, sixteen hexadecimal digits that the page has drawn, and never anything that a person or a
 * file says. A visitor is a key that the server has drawn and the browser keeps in a cookie; his
 * shelf is named by the key's hash, so that nobody finds the key on the disk.
 *
 * A file is checked by the rules before it is put in its place, at once and as a whole. Whatever
 * else lies in these folders is left alone. Two servers may share a folder: they agree on nothing
 * but names, and a file that has gone meanwhile is no fault. A match that is being written is
 * locked by its recorder, and whoever makes room or deletes passes it by.
 *
 * A game that is deleted gets another name, .gone-0123456789abcdef, by which it can be had back for
 * at least SHELF_BACK seconds, unless its room is needed before.
 *
 * The oldest games of a shelf make room for new ones, and the deleted before any other: what is
 * kept are the newest that fit. The record of a match grows where it is, and room for it is made
 * when the next game is put. Visitors are bounded too: a shelf on which nothing was put for
 * SHELF_DAYS gives way to a newcomer; if there is none such, the newcomer's games stay in his
 * browser alone.
 */
#ifndef SERVE_SHELF_H
#define SERVE_SHELF_H

#include "serve/library.h"

enum {
    SHELF_ID = 17,       /* bytes of an id */
    SHELF_KEY = 33,      /* of a key: 32 hexadecimal digits */
    SHELF_GAMES = 1000,  /* on the shelf of this machine */
    SHELF_MIB = 64,      /* likewise */
    VISITOR_GAMES = 100, /* on a visitor's */
    VISITOR_MIB = 4,     /* likewise */
    SHELF_VISITORS = 200,
    SHELF_DAYS = 30,
    SHELF_BACK = 3600
};

struct shelf_limits {
    int games; /* on one shelf; so bytes */
    long bytes;
    int visitors;
};

struct shelves;

/* directory: NULL keeps nothing. by_key: each visitor has a shelf of his own. Fields of 0 are the
 * limits above. */
struct shelves *shelves_new(const char *directory, bool by_key, const struct shelf_limits *);
void shelves_free(struct shelves *);

/* Where a user's games are kept if nothing else is said: $XDG_DATA_HOME/plywood/games, or
 * ~/.local/share/plywood/games. False if there is no such place. */
bool shelf_usual_directory(char out[LIBRARY_PATH]);

/* True if anything is kept for whoever has this key; key: NULL if there is none. */
bool shelf_keeps(const struct shelves *, const char *key);

bool shelf_is_id(const char *);
bool shelf_is_key(const char *);
void shelf_draw_key(char out[SHELF_KEY]);
void shelf_draw_id(char out[SHELF_ID]);

/* What is kept, the newest first; the caller frees the list. Returns their number. */
int shelf_list(const struct shelves *, const char *key, struct library_entry **);

/* A mark tells where an entry stands in its list: shelf_after() finds the first entry that comes
 * later, even when the marked one is gone and newer ones have come; 0 if this is no mark. */
enum { SHELF_MARK = 64 };
void shelf_mark(const struct library_entry *, char out[SHELF_MARK]);
int shelf_after(const struct library_entry *list, int count, const char *mark);

bool shelf_find(const struct shelves *, const char *key, const char *id, struct library_entry *);

enum shelf_answer { SHELF_DONE, SHELF_KEEPS_NOTHING, SHELF_NO_RECORD, SHELF_NO_ROOM };

/* Puts a record in its place; one of that id is replaced. Any other answer than SHELF_DONE comes
 * with a fault noted, and nothing has changed. What is no record is told even where nothing is
 * kept. */
enum shelf_answer shelf_put(struct shelves *, const char *key, const char *id,
                            const struct text *record, struct notes *);

/* Where a match may write its own record, after room was made for it. */
enum shelf_answer shelf_place(struct shelves *, const char *key, const char *id,
                              char path[LIBRARY_PATH], struct notes *);

/* False if there is no such game, or it is still being written. */
bool shelf_remove(struct shelves *, const char *key, const char *id);
/* Has a deleted game back. False if there is none of this id any more. */
bool shelf_restore(struct shelves *, const char *key, const char *id);

#endif
