/* tryout.h - the smoke test: each program of a field is run once before it may take part
 *
 * It is unpacked, built and asked the plain question of the game's course, as a worker would do it;
 * in a game without a course it plays a few moves against a random player. What fails gets a
 * reason. Built-in agents need no test.
 */
#ifndef TOURNAMENT_TRYOUT_H
#define TOURNAMENT_TRYOUT_H

#include "tournament/field.h"

/* Called with each entrant as it is done, in order. */
typedef void tryout_listener(void *context, const struct entrant *);

/* Before this process has threads; jobs: how many at a time. False, with a fault noted, if no
 * program can be run here at all, which is our failure. */
bool tryout_run(struct field *, const struct settings *, int jobs, tryout_listener *, void *context,
                struct notes *);

#endif
