/* opponents.h - agent programs that the server was started with
 *
 * A browser may name one of them and can start nothing else. They are prepared once, when the
 * server starts, and run confined as in a match (referee/contender.h).
 */
#ifndef SERVE_OPPONENTS_H
#define SERVE_OPPONENTS_H

#include "core/session.h"

struct opponents;

/* Each text is NAME=SPEC or GAME/NAME=SPEC. NULL, with a fault noted, if one of them is not. To be
 * called before any thread is started. */
struct opponents *opponents_new(const char *const *texts, int count, struct notes *);
void opponents_free(struct opponents *);

/* As an array of id, name and game. */
void json_opponents(struct text *, const char *name, const struct opponents *);

bool opponents_have(const struct opponents *, const struct game *, const char *id);

/* Asks one of them for its move in the session's present position, with so many seconds left, and
 * adds an object: move, value and so on as in /api/move, or error and detail. Waits while too many
 * of them think. */
void opponents_ask(struct opponents *, const char *id, const struct session *, double seconds,
                   struct text *out);

#endif
