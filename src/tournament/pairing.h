/* pairing.h - the pairings of a round of a Swiss tournament or a knock-out
 *
 * Agents are numbered from 0. If an odd number of them is in, one pauses.
 */
#ifndef TOURNAMENT_PAIRING_H
#define TOURNAMENT_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

struct pairing {
    int count, round; /* round: that is to be paired, from 1 */
    uint64_t seed;
    int *met;     /* count x count: how often two have met; set by the caller, like the next ones */
    int *pauses;  /* how often each has paused */
    long *points; /* any measure that is the same for all */
    bool *is_out;
    int last_out; /* the last round in which an agent went out */
    int couple_count;
    int (*couple)[2];
    int pause; /* the agent that is left over; -1: none */
};

void pairing_open(struct pairing *, int count, int round, uint64_t seed);
void pairing_close(struct pairing *);

/* Two have met in an earlier round. */
void pairing_met(struct pairing *, int x, int y);

/* Swiss: agents with equal points meet, as far as no couple has to meet again. */
void pairing_swiss(struct pairing *);

/* Knock-out: drawn among the agents that are in; couples that have met least come first. */
void pairing_draw(struct pairing *);

#endif
