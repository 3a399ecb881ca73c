/* recorder.h - writes the record of a match as it happens; docs/records.md is its manual
 *
 * A recorder observes all games and writes a line for each event. recorder_match() and
 * recorder_summary() write the first and the last line of the record, which belong to no game.
 *
 * A line is one write(2) in append mode, so a reader of a running match can see an incomplete line
 * only at the end of the file. Threads may call at the same time. If a write fails, the match goes
 * on, and recorder_free() reports the failure.
 */
#ifndef REFEREE_MATCH_RECORDER_H
#define REFEREE_MATCH_RECORDER_H

#include "referee/match/match_options.h"
#include "referee/match/observer.h"
#include "referee/match/result.h"
#include "referee/match/resume.h"

struct recorder;

/* Begins the record that the options name. It replaces an old one, or continues it if
 * options->resume is set. The options must outlive the recorder. NULL, with a fault noted, if the
 * file cannot be written, if another match writes to it, or if it has changed since it was read. */
struct recorder *recorder_new(const struct match_options *, struct notes *);

/* Ends the record. False, with a fault noted, if a write has failed. NULL is allowed. */
bool recorder_free(struct recorder *, struct notes *);

/* An observer that writes the games; its next one is left open. */
struct match_observer recorder_observer(struct recorder *);

/* Each does nothing if the recorder is NULL. A resumed record has its first line already, so
 * recorder_match() writes none. After the summary nothing is written. */
void recorder_match(struct recorder *);
void recorder_summary(struct recorder *, const struct match_summary *);

#endif
