/* standings.h - how a tournament stands: what terminal, report and page show of it
 *
 * Made from a store, in one go, in at most a second for 300 agents and half a million games
 * (bootstrap apart).
 */
#ifndef TOURNAMENT_STANDINGS_H
#define TOURNAMENT_STANDINGS_H

#include "tournament/certainty.h"
#include "tournament/rating.h"
#include "tournament/settings.h"
#include "tournament/store.h"

struct standing {
    const struct store_agent *agent;
    const char *shown; /* its name, or its alias where the tournament is anonymous */
    int rank;      /* from 1, as the format counts; equals share one; 0: of a ladder, unranked */
    double points; /* games won, half for a draw; of a best-of: encounters won; a pause
                          is an encounter won */
    long games, wins, draws, losses, first_wins, first_games;
    long faults;                /* games that it lost by an own fault */
    bool is_out;                /* of a knock-out */
    struct rating rating, play; /* of all games; of pairs without a fault, its interval quick */
    struct place place;
};

struct standings {
    struct settings settings;
    struct store_agent *agents; /* those that take part first, in the order of entry */
    int agent_count;
    int count;                           /* of those that take part */
    struct standing *row;                /* by rank */
    struct encounters encounters, clean; /* by index into agents */
    struct ratings ratings, play;
    struct certainty certainty;
    struct store_progress progress;
};

struct standings_options {
    bool quick; /* without bootstrap intervals: for a screen that is drawn anew every second */
};

bool standings_make(struct store *, const struct standings_options *, struct standings *,
                    struct notes *);
void standings_free(struct standings *);

#endif
