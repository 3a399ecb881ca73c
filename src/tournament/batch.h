/* batch.h - games that have been played and are to be saved together
 *
 * A transaction costs as much as several short games, so games wait a moment for others.
 */
#ifndef TOURNAMENT_BATCH_H
#define TOURNAMENT_BATCH_H

#include "tournament/store.h"

struct batch {
    int games, tasks;
    struct store_game *game; /* with strings of their own */
    int64_t *task;           /* that are done */
    int game_room, task_room;
};

void batch_add_game(struct batch *, const struct store_game *);
void batch_add_task(struct batch *, int64_t task);
void batch_append(struct batch *, struct batch *later); /* which is empty then */
bool batch_save(struct store *, const struct batch *, struct notes *);
void batch_clear(struct batch *); /* empty again, memory kept */
void batch_free(struct batch *);

#endif
