/* plan.h - which games are to be played: the formats of a tournament
 *
 * A tournament is planned round by round, each when all tasks of the rounds before are done. The
 * plan is a function of settings, agents and results alone, so it does not depend on who plans it
 * or where games were played. The k-th pair of every couple begins at start k, so all couples play
 * the same starts; a couple that meets again plays later ones.
 *
 *   round robin     every couple, in an order that advances all agents evenly. Agents that are
 * added later meet all others in a further round. gauntlet        every agent against each agent of
 * the ladder. Swiss           a fixed number of rounds; agents with equal points meet. No couple
 * meets twice as long as there are at most half as many rounds as agents. The agent that is left
 *                   over pauses, none twice as long as that is possible; a pause counts as a win.
 *   knock-out       an agent with less than half of an encounter's points is out; both go on if
 * they split. Couples are drawn, those that have met least first; the agent that is left over
 * pauses. It ends with one agent, or after PLAN_LEVEL_ROUNDS rounds in a row in which none went
 * out: then all that are left are equal winners. until certain   pairs are played where the order
 * is open (certainty.h). It ends when the order is settled, when the most games are planned
 * (PLAN_PAIRS_EACH pairs an agent unless a number is set), or when no open couple can be decided:
 * couples whose pairs always split, or whose games become void again and again, get no more games.
 */
#ifndef TOURNAMENT_PLAN_H
#define TOURNAMENT_PLAN_H

#include "tournament/meetings.h"
#include "tournament/settings.h"
#include "tournament/store.h"

enum { PLAN_LEVEL_ROUNDS = 3, PLAN_PAIRS_EACH = 10000 };

struct plan {
    int round;
    int64_t count; /* of tasks; 0: the tournament is finished */
    struct store_task *task;
    int pause; /* id of the agent that is left over; 0: none */
};

/* What there is when a round is planned. All its tasks are done. */
struct plan_basis {
    const struct settings *settings;
    const struct store_agent *agents;
    int agent_count;
    int rounds;                     /* planned before */
    int field;                      /* as store_progress() has it */
    const struct store_task *tasks; /* of the rounds before */
    int64_t task_count;
    const struct encounters *encounters; /* as store_condense() numbers the agents */
    const struct meetings *meetings;     /* likewise numbered; for Swiss and knock-out alone */
};

/* The next round; free with plan_free(). */
void plan_make(const struct plan_basis *, struct plan *);
void plan_free(struct plan *);

/* Plans the next round in the store, if that is its turn. *more: there is something to play. False
 * with a fault noted if the store fails. */
bool plan_next(struct store *, const struct settings *, bool *more, struct notes *);

#endif
