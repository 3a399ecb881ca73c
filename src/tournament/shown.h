/* shown.h - what is shown of the order of all agents: the part of certainty.h that decides
 *
 * Kept as sets: who is shown above an agent, who below, over whom nobody is better by more than the
 * margin. shown.c tells the theory.
 */
#ifndef TOURNAMENT_SHOWN_H
#define TOURNAMENT_SHOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tournament/encounters.h"

struct shown {
    int agents, words;       /* a set is this many words of 64 */
    uint64_t *above, *below; /* sets of those above, below each agent */
    uint64_t *near;          /* sets of those over whom it is not better by more than the margin */
    bool is_transitive;      /* false: it contradicts itself, and the sets mean nothing */
    double *strict;          /* agents x agents: evidence that row is above column */
    double *less;            /* agents x agents: … that row is not better by the margin or more */
    double *price;           /* agents x agents: the evidence that it takes of a couple alone */
    double relief;           /* and what relations that are shown take off it, at most 0 */
};

struct shown_options {
    double error, margin; /* as in struct certainty_options, and the next two */
    const int *entry;
    int field;
};

/* Free with shown_free(). */
void shown_find(const struct encounters *, const struct shown_options *, struct shown *);
void shown_free(struct shown *);

/* The part of the error that "row is above column" may take, of two programs with these numbers;
 * those of all couples that may ever be, in both directions, are together at most 1. */
double shown_share(int entry, int other, int field);

static inline uint64_t *shown_set(const struct shown *s, uint64_t *sets, int agent)
{
    return sets + (size_t)agent * (size_t)s->words;
}

static inline bool shown_has(const struct shown *s, const uint64_t *sets, int agent, int other)
{
    return sets[(size_t)agent * (size_t)s->words + (size_t)(other / 64)] >> (other % 64) & 1;
}

#endif
