/* recorder.h - writes the record of a match as it happens; docs/records.md is its manual
 *
 * A line is one write() to a file opened for appending, so a reader of a running match sees half a
 * line at most at the very end. Threads may call at the same time. A failure to write is remembered
 * and reported at the end; the match goes on.
 */
#ifndef REFEREE_MATCH_RECORDER_H
#define REFEREE_MATCH_RECORDER_H

#include "game/session.h"
#include "referee/match/options.h"
#include "referee/match/result.h"
#include "referee/match/resume.h"

struct recorder;

/* Begins a record; an old one of that name is replaced. NULL, with a fault noted, if it cannot, or
 * if another match is writing there. */
struct recorder *recorder_new(const char *path, struct notes *);

/* Goes on with a record, from what stands of it; likewise if it is not as it was read. */
struct recorder *recorder_go_on(const char *path, const struct resume *, struct notes *);

/* Ends it. False, with a fault noted, if anything could not be written. NULL is fine. */
bool recorder_free(struct recorder *, struct notes *);

/* Each of these does nothing if there is no recorder. The match is told of a new record alone. */
void recorder_match(struct recorder *, const struct match_options *);
void recorder_start(struct recorder *, const struct match_options *, const struct match_game *,
                    const struct session *);
/* The session's move of this ply, from 0; answer is NULL for a move of the opening. */
void recorder_move(struct recorder *, const struct match_game *, const struct session *, int ply,
                   const struct answer *);
void recorder_end(struct recorder *, const struct match_options *, const struct match_game *);
void recorder_dropped(struct recorder *, const struct match_game *);
/* Nothing is written after it. */
void recorder_summary(struct recorder *, const struct match_options *,
                      const struct match_summary *);

#endif
