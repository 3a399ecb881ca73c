/* shelf.h - games that were played or imported here, kept on disk as records
 *
 *     DIR/0123456789abcdef.record               the shelf of the person at this machine
 *     DIR/visitors/HASH/0123456789abcdef.record one shelf per visitor, where a token admits others
 *
 * Each file is a record as docs/records.md describes it, so every command can read it. A file's
 * name is its id, sixteen hexadecimal digits chosen by the page at random; it never comes from text
 * of a person or a file. A visitor is a random key that the server generates and the browser keeps
 * in a cookie. The name of a visitor's shelf is the hash of the key, so the key cannot be read from
 * the disk.
 *
 * A file is checked by the game's rules before it is put in place, atomically. Other files in these
 * folders are left alone. Two servers may share a folder: they coordinate by file names only, and a
 * file that has disappeared is no fault. A match that is being written is locked by its recorder;
 * deleting and making room skip locked files.
 *
 * A deleted game is renamed to .gone-0123456789abcdef. It can be restored for at least SHELF_BACK
 * seconds, unless its space is needed earlier.
 *
 * When a shelf is full, its deleted games make room first, then its oldest games, so the newest
 * that fit are kept. The record of a match grows in place, and room for it is made when the next
 * game is stored. The number of visitors is bounded too. A shelf that got no game for SHELF_DAYS
 * gives way to a new visitor. If there is none, the new visitor's games stay in the browser only.
 */
#ifndef SERVE_SHELF_H
#define SERVE_SHELF_H

#include "serve/library.h"

enum {
    SHELF_ID = 17,       /* bytes of an id */
    SHELF_KEY = 33,      /* bytes of a key: 32 hexadecimal digits and a 0 */
    SHELF_GAMES = 1000,  /* on the shelf of this machine */
    SHELF_MIB = 64,      /* the same */
    VISITOR_GAMES = 100, /* on a visitor's shelf */
    VISITOR_MIB = 4,     /* the same */
    SHELF_VISITORS = 200,
    SHELF_DAYS = 30,
    SHELF_BACK = 3600
};

struct shelf_limits {
    int games; /* on one shelf; bytes likewise */
    long bytes;
    int visitors;
};

struct shelves;

/* directory: NULL keeps nothing. by_key: each visitor has a shelf of his own. A limit of 0 means
 * the constant above. */
struct shelves *shelves_new(const char *directory, bool by_key, const struct shelf_limits *);
void shelves_free(struct shelves *);

/* The default directory: $XDG_DATA_HOME/plywood/games, or ~/.local/share/plywood/games. Returns
 * false if there is no such place. */
bool shelf_usual_directory(char out[LIBRARY_PATH]);

/* True if games are kept for the visitor with this key; key: NULL if there is none. */
bool shelf_keeps(const struct shelves *, const char *key);

bool shelf_is_id(const char *);
bool shelf_is_key(const char *);
void shelf_draw_key(char out[SHELF_KEY]);
void shelf_draw_id(char out[SHELF_ID]);

/* Lists the kept games, the newest first. The caller frees the list. Returns their number. */
int shelf_list(const struct shelves *, const char *key, struct library_entry **);

/* A mark is an entry's place in the list. shelf_after() finds the first entry after it, even if the
 * marked entry is gone or newer ones were added. Returns 0 if the text is not a mark. */
enum { SHELF_MARK = 64 };
void shelf_mark(const struct library_entry *, char out[SHELF_MARK]);
int shelf_after(const struct library_entry *list, int count, const char *mark);

bool shelf_find(const struct shelves *, const char *key, const char *id, struct library_entry *);

enum shelf_answer { SHELF_DONE, SHELF_KEEPS_NOTHING, SHELF_NO_RECORD, SHELF_NO_ROOM };

/* Stores a record; replaces the one of that id. Every answer except SHELF_DONE comes with a fault
 * noted, and then nothing has changed. An invalid record is reported even where nothing is kept. */
enum shelf_answer shelf_put(struct shelves *, const char *key, const char *id,
                            const struct text *record, struct notes *);

/* Gives the path at which a match may write its own record, after making room for it. */
enum shelf_answer shelf_place(struct shelves *, const char *key, const char *id,
                              char path[LIBRARY_PATH], struct notes *);

/* Returns false if there is no such game, or it is still being written. */
bool shelf_remove(struct shelves *, const char *key, const char *id);
/* Restores a deleted game. Returns false if there is none of this id any more. */
bool shelf_restore(struct shelves *, const char *key, const char *id);

#endif
