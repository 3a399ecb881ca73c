/* match.h - a match between two contenders, a and b: games in pairs, clocks, records, statistics
 *
 * Games 2k-1 and 2k form a pair: the same start position, with sides swapped. All random choices
 * (who moves first, boards, openings, what random agents do) follow from the seed and the game's
 * number, so they do not depend on the number of jobs. If no decision depends on time, a match can
 * be repeated exactly.
 *
 * A game with a failure of ours is played again, at most three times; then it is void and does not
 * count. If a game is level and no tie-break decides it, the conventions of some games want another
 * game from another start.
 *
 * options->resume continues a match that was interrupted: the games of its record count as they
 * are, and the record is continued.
 */
#ifndef REFEREE_MATCH_MATCH_H
#define REFEREE_MATCH_MATCH_H

#include "referee/match/match_options.h"
#include "referee/match/observer.h"
#include "referee/match/result.h"

/* Receives the results, in the caller's thread and in the order of the games' numbers. Games end in
 * another order, in which observers are called. Only this order makes counts and decisions the same
 * for any number of jobs. Each call may be NULL. */
struct match_delivery {
    void (*game)(void *context, const struct match_game *, const struct match_summary *so_far);
    /* The match was asked to stop, but after some seconds an agent still thinks. The record is
     * complete. This call must end the process with _exit(), which also ends all programs. If it is
     * NULL, the match waits for the agent. */
    void (*give_up)(void *context, const struct match_summary *);
    void *context;
};

/* Fills in the options that were left to the game's convention. */
void match_complete(struct match_options *);

/* Plays a match with complete options. The observers are called for each game that is played, not
 * for those of a resumed record; the record is the first observer. False, with a fault noted, if
 * the match cannot begin or its record cannot be written. */
bool match_run(const struct match_options *, const struct match_observer *,
               const struct match_delivery *, struct match_summary *, struct notes *);

#endif
