/* opponents.h - agent programs that the server was started with
 *
 * A browser can name one of these programs and can start nothing else. They are prepared and
 * calibrated once, when the server starts, and run confined as in a match
 * (referee/guest/contender.h).
 */
#ifndef SERVE_OPPONENTS_H
#define SERVE_OPPONENTS_H

#include <stdatomic.h>

#include "referee/guest/contender.h"
#include "serve/ask.h"

struct opponents;

/* Each text is NAME=SPEC or GAME/NAME=SPEC. Returns NULL, with a fault noted, if one of them is
 * invalid. Call it before any thread is started. */
struct opponents *opponents_new(const char *const *texts, int count, struct notes *);
/* No opponents_ask() may be running. */
void opponents_free(struct opponents *);

/* Adds an array of objects with id, name and game. */
void json_opponents(struct text *, const char *name, const struct opponents *);

bool opponents_have(const struct opponents *, const struct game *, const char *id);

/* One of them as a contender of a match, under its name; free it before the opponents. Returns
 * NULL, with a fault noted, if it cannot be prepared. */
struct contender *opponents_contender(const struct opponents *, const struct game *, const char *id,
                                      const struct contender_options *, struct notes *);

/* Runs one of them for its move in the tale's present position, for at most this many seconds. Adds
 * the answer of /api/move: move, value, the position after it and so on, or error and detail. Waits
 * while another one runs. Once *stop is set, ends the program and adds nothing. Takes ownership of
 * the tale. */
void opponents_ask(struct opponents *, const char *id, struct tale *, double seconds,
                   const atomic_bool *stop, struct text *out);

#endif
