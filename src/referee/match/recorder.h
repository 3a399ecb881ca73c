/* recorder.h - writes the record of a match as it happens; docs/records.md is its manual
 *
 * A recorder is an observer of all games, and writes a line for each event. recorder_match() and
 * recorder_summary() write the first and the last line of the record, which belong to no game.
 *
 * A line is one write() to a file opened for appending, so a reader of a running match sees half a
 * line at most at the very end. Threads may call at the same time. A failure to write is remembered
 * and reported at the end; the match goes on.
 */
#ifndef REFEREE_MATCH_RECORDER_H
#define REFEREE_MATCH_RECORDER_H

#include "referee/match/match_options.h"
#include "referee/match/observer.h"
#include "referee/match/result.h"
#include "referee/match/resume.h"

struct recorder;

/* Begins the record that the options name, and replaces an old one; with options->resume it goes
 * on with that. The options must outlive the recorder. NULL, with a fault noted, if the file cannot
 * be written, if another match writes there, or if it has changed since it was read. */
struct recorder *recorder_new(const struct match_options *, struct notes *);

/* Ends it. False, with a fault noted, if anything could not be written. NULL is fine. */
bool recorder_free(struct recorder *, struct notes *);

/* An observer that writes the games; its next one is left open. */
struct match_observer recorder_observer(struct recorder *);

/* Each does nothing if there is no recorder. A record that goes on has its first line already;
 * nothing is written after the summary. */
void recorder_match(struct recorder *);
void recorder_summary(struct recorder *, const struct match_summary *);

#endif
