/* contest.h - a match that was asked for in a browser: one at a time, for all who look on
 *
 * Its contenders are named by ids from lists of ours: a level, a reference agent, or a program with
 * which the server was started. Nothing else can be named, so nothing that a browser sends starts
 * another program. The match is that of referee/match, played by a niced thread, one game after the
 * other; its record grows on the shelf of whoever asked for it (or, where nothing is kept, in a
 * temporary file) and everybody may watch it. Whoever started it may pause it, between two moves,
 * and stop it, and may have asked for a pace at which people can look on.
 *
 * Where others can reach the server a match is bounded in games, clocks and time, and after it the
 * machine rests for as long as it took: strangers cannot use more than half of one core.
 */
#ifndef SERVE_CONTEST_H
#define SERVE_CONTEST_H

#include "serve/ask.h"
#include "serve/opponents.h"
#include "serve/shelf.h"

enum {
    CONTEST_GAMES = 1000,
    CONTEST_GAMES_BOUNDED = 20,
    CONTEST_SIDE_SECONDS = 60, /* the longest clock of a bounded match, a side and game */
    CONTEST_MOVE_SECONDS = 5,  /* likewise, a move */
    CONTEST_SECONDS = 600      /* the longest bounded match */
};

struct contest;

/* bounded: others can reach the server. */
struct contest *contest_new(struct opponents *, struct shelves *, bool bounded);
/* Ends a match that is being played. */
void contest_free(struct contest *);

enum contest_answer { CONTEST_DONE, CONTEST_BAD_WISH, CONTEST_BUSY, CONTEST_NOT_YOURS };

/* Begins the match that the ask describes: game, rules, size and options, a and b, games, seconds
 * (of a side where the game's clock is CPU time, of a move else; 0: the course's clock), pace (the
 * least seconds from one move to the next; nobody's clock runs while the match waits). Any answer
 * but CONTEST_DONE comes with a fault noted. key: whose it is; NULL where there are no visitors. */
enum contest_answer contest_start(struct contest *, const struct ask *, const char *key,
                                  struct notes *);

enum contest_wish { CONTEST_PAUSE, CONTEST_GO_ON, CONTEST_STOP };
enum contest_answer contest_tell(struct contest *, enum contest_wish, const char *key,
                                 struct notes *);

/* Adds the members that tell how it stands and what may be asked for. */
void contest_json(struct contest *, const char *key, struct text *);

/* The record of the match that is played or was played last, if this is its id. */
bool contest_find(struct contest *, const char *id, struct library_entry *);

#endif
