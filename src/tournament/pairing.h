/* pairing.h - who meets whom in a round of a Swiss tournament or a knock-out
 *
 * Agents are numbered from 0; one of those that are in pauses if they are an odd number.
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
    int last_out; /* the last round in which somebody went out */
    int couple_count;
    int (*couple)[2];
    int pause; /* who is left over; -1: nobody */
};

void pairing_open(struct pairing *, int count, int round, uint64_t seed);
void pairing_close(struct pairing *);

/* Two have met in an earlier round. */
void pairing_met(struct pairing *, int x, int y);

/* Equal points meet as far as nobody has to meet somebody again. */
void pairing_swiss(struct pairing *);

/* Drawn among those that are in, those that have met least before first. */
void pairing_draw(struct pairing *);

#endif
