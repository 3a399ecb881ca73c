/* timed_agent.h - an agent with a clock, playing a session */
#ifndef AGENTS_TIMED_AGENT_H
#define AGENTS_TIMED_AGENT_H

#include "agents/agent.h"
#include "game/session.h"

struct timed_agent {
    struct agent *agent;
    double remaining; /* seconds for the rest of the game; 0 at the start means no such clock */
    double move_cap;  /* seconds a move; 0: none */
    uint64_t nodes_per_move; /* 0: no limit */
    int depth;               /* 0: no limit */
    const atomic_bool *stop; /* set by somebody else when the answer is wanted; may be NULL */
    double used;
    uint64_t nodes;
    bool overran; /* remaining fell to 0 or below */
};

/* Asks the agent for a move in the session's present position and charges the time, CPU time of
 * the calling thread. */
unsigned timed_agent_choose(struct timed_agent *, const struct session *, struct report *);

#endif
