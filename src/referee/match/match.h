/* match.h - a match between two contenders, a and b: games in pairs, clocks, records, statistics
 *
 * Games 2k-1 and 2k form a pair: the same start, seats swapped. Everything that is drawn (who
 * moves first, boards, openings, what random agents do) follows from the seed and the game's
 * number, so a match does not depend on the number of jobs: where time decides nothing, its
 * decisions are the same whenever it is run.
 *
 * A game that fails on our side is played again, at most three times; then it is void and counts
 * for nobody. A level game that nothing decides is played again from another start where the game's
 * convention wants that.
 *
 * With options->resume a match goes on that was cut off: the games of its record are taken as they
 * are, and the record is continued.
 */
#ifndef REFEREE_MATCH_MATCH_H
#define REFEREE_MATCH_MATCH_H

#include "referee/match/match_options.h"
#include "referee/match/observer.h"
#include "referee/match/result.h"

/* Gets the results, in the caller's thread and in the order of the games' numbers, however early or
 * late each game ends: this order, not that of observers, makes counts and decisions the same for
 * any number of jobs. Each call may be NULL. */
struct match_delivery {
    void (*game)(void *context, const struct match_game *, const struct match_summary *so_far);
    /* The match was asked to stop and has waited a while, but an agent still thinks. The record is
     * complete. This is to end the process with _exit(), and so every program that was started; if
     * it is NULL the match waits on. */
    void (*give_up)(void *context, const struct match_summary *);
    void *context;
};

/* Fills in what is left to the game's convention. */
void match_complete(struct match_options *);

/* Plays a match of complete options. The observers follow each game that is played, those taken
 * from a record excepted; the record hears first. False, with a fault noted, if the match cannot
 * begin or its record cannot be written. */
bool match_run(const struct match_options *, const struct match_observer *,
               const struct match_delivery *, struct match_summary *, struct notes *);

#endif
