/* worker.h - plays a tournament's tasks until none is left
 *
 * Threads play. The caller's thread fetches tasks, saves games in batches (a third of a second at
 * most), and plans the next round when all tasks are done. A heartbeat thread renews leases. Any
 * number of workers may use one store: a task belongs to the worker with its lease; if that worker
 * dies the lease expires and another one takes the task.
 */
#ifndef TOURNAMENT_WORKER_H
#define TOURNAMENT_WORKER_H

#include <stdatomic.h>

#include "tournament/settings.h"
#include "tournament/store.h"

enum { WORKER_LEASE = 20, WORKER_PATIENCE = 60 }; /* seconds */

struct worker_listener {
    /* A game has ended; in any thread, one at a time. */
    void (*game)(void *context, const struct store_game *);
    /* Called several times a second, in the caller's thread. */
    void (*idle)(void *context);
    /* Asked to stop, the worker has saved all games, but an agent still thinks about a move.
     * This is to end the process with _exit(), and so every program that was started. */
    void (*give_up)(void *context);
    void *context;
};

struct worker_options {
    int jobs;
    double lease;            /* seconds; 0: WORKER_LEASE */
    double patience;         /* seconds with a store that fails; 0: WORKER_PATIENCE */
    bool is_local;           /* all workers are on this machine */
    const atomic_bool *stop; /* set by another thread: games are left at the next move */
};

struct worker_summary {
    int64_t games, tasks;
    int64_t voids;        /* of the games: our failures */
    int64_t refused;      /* tasks left to other hosts, since an agent cannot be prepared here */
    char why[NOTE_BYTES]; /* the last reason of these two */
    bool finished;        /* nothing is left to be played */
};

/* Before this process has threads. False, with a fault noted, if the store fails for good: all that
 * was saved before is there. */
bool worker_run(struct store *, const struct settings *, const struct worker_options *,
                const struct worker_listener *, struct worker_summary *, struct notes *);

#endif
