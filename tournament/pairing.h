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
    int *met;      /* count x count: how often two have met */
    int *plays_in; /* count x round: whether an agent has played in a round before */
    long *points;  /* set by the caller; any measure that is the same for all */
    bool *is_out;  /* likewise */
    int last_out;  /* likewise: the last round in which somebody went out */
    int couple_count;
    int (*couple)[2];
};

void pairing_open(struct pairing *, int count, int round, uint64_t seed);
void pairing_close(struct pairing *);

/* Two have met in an earlier round. */
void pairing_met(struct pairing *, int round, int x, int y);

/* Equal points meet as far as nobody has to meet somebody again; pause: what a pause is worth. */
void pairing_swiss(struct pairing *, long pause);

/* Drawn among those that are in, those that have met least before first. */
void pairing_draw(struct pairing *);

#endif
