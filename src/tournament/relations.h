/* relations.h - which relations between agents are shown: the part of certainty.h that decides
 *
 * Relations are sets: for each agent those shown above it, those shown below it, and those over
 * which it is shown not to be better by more than the margin. The theory is in relations.c.
 */
#ifndef TOURNAMENT_RELATIONS_H
#define TOURNAMENT_RELATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tournament/encounters.h"

struct relations {
    int agents, words;       /* a set is this many words of 64 */
    uint64_t *above, *below; /* sets of those above, below each agent */
    uint64_t *near;          /* sets of those over which it is not better by more than the margin */
    bool is_transitive;      /* false: relations contradict each other, and the sets mean nothing */
    double *strict;          /* agents x agents: evidence that row is above column */
    double *less;            /* agents x agents: … that row is not better by the margin or more */
    double *threshold;       /* agents x agents: the evidence that a relation takes at first */
    double discount; /* added to all thresholds, at most 0: relations that are shown free error */
};

struct relations_options {
    double error, margin; /* as in struct certainty_options, and the next two */
    const int *entry;
    int field;
};

/* Free with relations_free(). */
void relations_find(const struct encounters *, const struct relations_options *,
                    struct relations *);
void relations_free(struct relations *);

/* The share of the error for "row above column", of two programs with these entry numbers. The
 * shares of all couples that may ever be, in both directions, add up to at most 1. */
double relations_share(int entry, int other, int field);

static inline uint64_t *relations_set(const struct relations *s, uint64_t *sets, int agent)
{
    return sets + (size_t)agent * (size_t)s->words;
}

static inline bool relations_has(const struct relations *s, const uint64_t *sets, int agent,
                                 int other)
{
    return sets[(size_t)agent * (size_t)s->words + (size_t)(other / 64)] >> (other % 64) & 1;
}

#endif
