/* meetings.h - the encounters of a tournament as its format counts them
 *
 * A meeting is all games of two agents in one round: a best of eleven, a knock-out's even number
 * of games. Who has more than half of its points has won it; a level one is split. One that is not
 * over counts nothing, except a best-of in which one side has won more than half of the games.
 */
#ifndef TOURNAMENT_MEETINGS_H
#define TOURNAMENT_MEETINGS_H

#include "tournament/store.h"

struct meeting {
    int round;
    int a, b;         /* numbers of the agents; a < b */
    int games;        /* planned */
    long played;      /* that count */
    long half_points; /* a's, two a game */
    bool best_of;
    bool over;
};

struct meetings {
    int count;
    struct meeting *meeting; /* by round, then a, then b */
    int rounds;              /* that are planned */
    int *pause; /* by round from 1: number of the agent that was left over when the round was
                 * planned; -1: none, or one that was withdrawn */
};

/* number_of: from an agent's id, 1 to most_id, to its number; -1: it takes no part. Games are
 * looked through one by one, unless the encounters are given: where each couple meets once, they
 * tell the same at once. */
struct meetings_options {
    const int *number_of;
    int most_id;
    const struct encounters *encounters;
};

bool meetings_make(struct store *, const struct meetings_options *, struct meetings *,
                   struct notes *);
void meetings_free(struct meetings *);

/* How often each of these agents has paused. Whose opponent was withdrawn has not: that meeting
 * counts nothing. pauses: one for each agent. */
void meetings_pauses(const struct meetings *, int agents, int *pauses);

/* Half points of a from the meeting itself: 2 won, 1 split, 0 lost; -1 if it does not count yet. */
int meeting_result(const struct meeting *);

#endif
