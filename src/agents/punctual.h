/* punctual.h - an answer before the limit, whatever becomes of the search
 *
 * A search looks at its clock between nodes, and that is early enough as long as it runs. On a busy
 * machine the kernel may stop it for longer than what is kept back. So the agent thinks in a thread
 * of its own and tells each better move as it finds it. The caller's thread sleeps until the answer
 * is there or the time for it has come, and answers with the best move known: a thread that has
 * slept is let run soon, one that has computed waits for its turn.
 *
 * It sleeps in naps. By how much a nap was longer than planned shows how busy the machine is, and
 * twice the worst of it is kept back, in this turn already and for some turns. There is a move from
 * the first moment, so even an agent that never looks at its clock is answered for. It is told to
 * stop; punctual_settle() waits until it has.
 */
#ifndef AGENTS_PUNCTUAL_H
#define AGENTS_PUNCTUAL_H

#include "agents/agent.h"

struct punctual;

/* The agent stays the caller's, who leaves it alone while a turn is not settled. */
struct punctual *punctual_new(struct agent *);
/* Settles the last turn. */
void punctual_free(struct punctual *);

/* Settles the turn before, then answers this one. turn->allowance.stop and turn->better are ours to
 * set. If the answer came before the agent's own, the report tells the time and nothing else. */
unsigned punctual_choose(struct punctual *, const struct turn *, struct report *);

/* Waits until nobody thinks about the last turn any more: its position, its world and what its
 * filter looks at may change from then on. */
void punctual_settle(struct punctual *);

/* When to answer, in seconds after the time began to run. A third of what lies between the search's
 * own limit and the last moment is left to the search to come to its end; twice the worst lateness
 * is kept back, but never more than half of the time. granted 0: no limit, and no such moment; else
 * hard is at most granted. */
double punctual_moment(double hard, double granted, double worst_lateness);

#endif
