/* roster.h - the contenders of a worker: each fetched from the store, built and calibrated once
 */
#ifndef TOURNAMENT_ROSTER_H
#define TOURNAMENT_ROSTER_H

#include "referee/guest/contender.h"
#include "tournament/settings.h"
#include "tournament/store.h"

struct roster;

/* Before this process has threads; NULL, with a fault noted, if that is our failure. */
struct roster *roster_new(struct store *, const struct settings *, struct notes *);
void roster_free(struct roster *);

/* The contender of the agent with this id and hash, prepared by the first who asks; others who ask
 * for it meanwhile wait. It stays until the roster ends. NULL, with a fault noted, if it cannot be
 * prepared here; *gone: because the agent has another program now, or the store fails. */
struct contender *roster_get(struct roster *, int id, const char *hash, bool *gone, struct notes *);

#endif
