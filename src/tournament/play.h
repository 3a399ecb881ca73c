/* play.h - plays a task: its games in order, as far as they are not in the store
 *
 * What a game depends on is the tournament's conditions and seed, its start, its agents and who
 * moves first, and nothing else: not the worker, its host, the task's number or the order of games.
 * All that goes into its key.
 */
#ifndef TOURNAMENT_PLAY_H
#define TOURNAMENT_PLAY_H

#include <stdatomic.h>

#include "tournament/roster.h"
#include "tournament/settings.h"
#include "tournament/store.h"

struct play_context {
    struct store *store;
    const struct settings *settings;
    const char *conditions; /* as settings_write_conditions() has them */
    struct roster *roster;
    int64_t worker, host;
    const atomic_bool *stop; /* set: leave before the next move */
};

/* Gets each game when it has ended; what it points to is gone after that. */
typedef void play_taker(void *context, const struct store_game *);

enum play_end {
    PLAY_DONE,
    PLAY_LEFT,    /* on request, or because an agent has been replaced: the task stays open */
    PLAY_REFUSED, /* an agent cannot be prepared here, as noted; other hosts may play it */
    PLAY_FAILED   /* the store failed, as noted */
};

enum play_end play_task(const struct play_context *, const struct store_task *, play_taker *,
                        void *context, struct notes *);

/* The key of a game of a task; first: 0 if a moves first. */
void play_key(const char *conditions, const struct store_task *, int start, int first,
              char key[STORE_KEY]);

#endif
