/* live.h - a search that goes on in the background, and the latest it has found */
#ifndef CMD_LIVE_H
#define CMD_LIVE_H

#include "cmd/thinker.h"
#include "core/search.h"
#include "core/session.h"

struct live {
    struct thinker thinker;
    pthread_mutex_t lock; /* of result and count */
    struct search_result result;
    long count; /* results since the start */
    struct search *search;
    const struct world *world; /* the search is made for it and for so many lines */
    int lines;
    const struct position *position;
};

void live_open(struct live *);
void live_close(struct live *);

/* Searches the position after so many plies of a game, with no limit but being stopped; it must not
 * be over, and must outlast the search. The search before is stopped. */
void live_start(struct live *, const struct session *, int ply, int lines);
void live_stop(struct live *);

/* The latest result. False if there is none yet. */
bool live_latest(struct live *, struct search_result *);

/* True while the search goes on; it ends by itself when everything is proven. */
bool live_goes_on(struct live *);

/* The result for people: a line about the search, then a line for each of the best moves. */
void live_describe(const struct search_result *, const struct position *, bool goes_on,
                   struct text *);

#endif
