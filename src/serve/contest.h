/* contest.h - plays matches that are started in the browser, one at a time
 *
 * The contenders are named by ids from the server's lists: a level, a reference agent, or a program
 * given when the server was started. A request can name nothing else, so it cannot start any other
 * program. referee/match plays the match in a niced thread, one game at a time. Its record is
 * written to the shelf of the visitor who started it, or to a temporary file where nothing is kept.
 * Every visitor may watch the match. The visitor who started it may pause it between two moves,
 * stop it, and set a pace that people can follow.
 *
 * Where other machines can reach the server, the games, clocks and total time of a match are
 * bounded. After a match the server starts no other for as long as that match took, so strangers
 * cannot use more than half of one core.
 */
#ifndef SERVE_CONTEST_H
#define SERVE_CONTEST_H

#include "serve/ask.h"
#include "serve/opponents.h"
#include "serve/shelf.h"

enum {
    CONTEST_GAMES = 1000,
    CONTEST_GAMES_BOUNDED = 20,
    CONTEST_SIDE_SECONDS = 60, /* the longest clock of a bounded match, per side and game */
    CONTEST_MOVE_SECONDS = 5,  /* the same, per move */
    CONTEST_SECONDS = 600      /* the longest bounded match */
};

struct contest;

/* bounded: other machines can reach the server. */
struct contest *contest_new(struct opponents *, struct shelves *, bool bounded);
/* Stops the match that is being played. */
void contest_free(struct contest *);

enum contest_answer { CONTEST_DONE, CONTEST_BAD_WISH, CONTEST_BUSY, CONTEST_NOT_YOURS };

/* Starts the match that the ask describes: game, rules, size and options, a and b, games, seconds
 * and pace. seconds is a side's time for the game where the game's clock is CPU time, else a move's
 * time; 0 is the course's clock. pace is the minimum number of seconds between two moves; no clock
 * runs while the match waits for it. Every answer except CONTEST_DONE comes with a fault noted.
 * key: the visitor who owns the match; NULL where there are no visitors. */
enum contest_answer contest_start(struct contest *, const struct ask *, const char *key,
                                  struct notes *);

enum contest_wish { CONTEST_PAUSE, CONTEST_GO_ON, CONTEST_STOP };
enum contest_answer contest_tell(struct contest *, enum contest_wish, const char *key,
                                 struct notes *);

/* Adds the members that describe the match and what this visitor may do with it. */
void contest_json(struct contest *, const char *key, struct text *);

/* Finds the record of the current or last match, if this is its id. */
bool contest_find(struct contest *, const char *id, struct library_entry *);

#endif
