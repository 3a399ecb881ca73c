/* live.h - an analysis that goes on in the background, and the latest it has found */
#ifndef CMD_LIVE_H
#define CMD_LIVE_H

#include "cmd/thinker.h"
#include "serve/analysis.h"

struct live {
    struct thinker thinker;
    pthread_mutex_t lock; /* of latest and count */
    struct analysis latest;
    long count; /* reports since the start */
    struct analyst *analyst;
    const struct world *world; /* what the analyst is made for, with the lines */
    int lines;
    const struct session *session;
    int ply;
};

void live_open(struct live *);
void live_close(struct live *);

/* Searches the session's position after `ply` moves until it is stopped. The position must not be
 * over, and the session must not change meanwhile. An earlier search is stopped first.
 * lines: up to ANALYSIS_LINES_MAX. */
void live_start(struct live *, const struct session *, int ply, int lines);
void live_stop(struct live *);

/* The latest report. False if there is none yet. */
bool live_latest(struct live *, struct analysis *);

/* True while the analysis goes on; it ends by itself when everything is proven. */
bool live_goes_on(struct live *);

/* A report for people: a line about the search, then a line for each of the best moves. */
void live_describe(const struct analysis *, bool goes_on, struct text *);

#endif
