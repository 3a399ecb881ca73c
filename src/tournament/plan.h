/* plan.h - which games are to be played: the formats of a tournament
 *
 * A tournament is planned round by round, each when all tasks of those before are done, from
 * settings, agents and results alone: whoever plans a round, wherever the games were played, the
 * plan is the same. The k-th pair of every couple begins at start k, so all couples play the same
 * starts, and a couple that meets again plays further ones.
 *
 *   round robin     every couple, in an order in which all agents come along evenly. Agents that
 *                   are added later meet everybody in a further round.
 *   gauntlet        everybody against each agent of the ladder.
 *   Swiss           as many rounds as are set; agents with equal points meet, nobody meets the same
 *                   opponent twice as long as there are at most half as many rounds as agents. Who
 *                   is left over pauses, at most once as long as that is possible; a pause counts
 *                   as an encounter won.
 *   knock-out       whoever has less than half of the points of an encounter is out, both go on if
 *                   they split. Couples are drawn, those that have met least before first. Who is
 *                   left over pauses. It ends with one agent, or when nobody has been out for
 *                   PLAN_LEVEL_ROUNDS rounds in a row: then all who are left are equal winners.
 *   until certain   pairs go where the order is open (certainty.h), until it is settled, or the
 *                   most games are planned (PLAN_PAIRS_EACH pairs for each agent, if no number is
 *                   set), or all that is open cannot be had: couples whose pairs always split, and
 *                   those whose games become void again and again, get no more.
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
    int pause; /* id of the agent that is left over; 0: nobody */
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
