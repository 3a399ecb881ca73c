/* opponents.h - agent programs that the server was started with
 *
 * A browser may name one of them and can start nothing else. They are prepared and calibrated once,
 * when the server starts, and run confined as in a match (referee/guest/contender.h).
 */
#ifndef SERVE_OPPONENTS_H
#define SERVE_OPPONENTS_H

#include <stdatomic.h>

#include "referee/guest/contender.h"
#include "serve/ask.h"

struct opponents;

/* Each text is NAME=SPEC or GAME/NAME=SPEC. NULL, with a fault noted, if one of them is not. To be
 * called before any thread is started. */
struct opponents *opponents_new(const char *const *texts, int count, struct notes *);
/* Nobody is asking any more. */
void opponents_free(struct opponents *);

/* As an array of id, name and game. */
void json_opponents(struct text *, const char *name, const struct opponents *);

bool opponents_have(const struct opponents *, const struct game *, const char *id);

/* One of them as a contender of a match, under its name; to be freed before the opponents. NULL,
 * with a fault noted, if it cannot be. */
struct contender *opponents_contender(const struct opponents *, const struct game *, const char *id,
                                      const struct contender_options *, struct notes *);

/* Asks one of them for its move in the tale's present position, within this many seconds, and adds
 * the answer of /api/move: move, value, the position after it and so on, or error and detail. Waits
 * while another one thinks. Once *stop is set the program is ended and nothing is added. The tale
 * is taken over. */
void opponents_ask(struct opponents *, const char *id, struct tale *, double seconds,
                   const atomic_bool *stop, struct text *out);

#endif
