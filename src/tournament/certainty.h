/* certainty.h - which agent is better: statements that stay valid however often one looks
 *
 * After any number of games, and however the pairings were chosen, a tournament publishes: strict
 * relations that are shown, a place interval for each agent, "equal within 50 Elo" where that is
 * shown, and otherwise "open". The probability that any of it is ever wrong is at most 5 %, over
 * the whole tournament and all looks, although agents come, go and are replaced. relations.c has
 * the theory and its assumption, transitive strengths.
 *
 * It is a function of the encounters alone, so the order in which games ended does not matter.
 */
#ifndef TOURNAMENT_CERTAINTY_H
#define TOURNAMENT_CERTAINTY_H

#include <stdbool.h>
#include <stdint.h>

#include "tournament/encounters.h"

enum relation { RELATION_OPEN, RELATION_ABOVE, RELATION_BELOW, RELATION_EQUAL };

/* Error and margin must be fixed before the first game. Agents may come, go and change their
 * programs; entry numbers say in which order. */
struct certainty_options {
    double error;     /* 0: 0.05 */
    double margin;    /* Elo within which agents count as equal; 0: 50 */
    const int *entry; /* per agent: its entry number among all programs ever entered, from 1; NULL:
                       * no agent has come or gone */
    int field;        /* with entry: the number of programs entered before the first games */
};

struct place {
    int best, worst; /* 1 + those shown above, agents less those shown below */
};

struct certainty {
    int agents;
    unsigned char *relation; /* agents x agents of enum relation: row to column */
    bool *direct;       /* agents x agents: row is shown above column by the couple's own pairs,
                         * which holds even if strengths are not transitive */
    bool *near;         /* agents x agents: it is shown that row is not better than column by more
                         * than the margin */
    bool is_transitive; /* false: what is shown contradicts itself, so that strengths are not
                         * transitive, and only what a couple's own pairs show is published */
    bool *split;        /* agents x agents: of many pairs fewer than one in a hundred were decided;
                         * whether they are equal would take tens of thousands of games, or, of
                         * deterministic equals, cannot be shown at all */
    struct place *place;
    int *order; /* agents by estimate, the best first; none before one that is shown above it */

    /* For certainty_wishes(). */
    struct certainty_options options;
    int *entry;       /* options.entry, if there is one */
    double *strength; /* as bradley_terry.h has it: of the agents, seat, draws */
};

void certainty_find(const struct encounters *, const struct certainty_options *,
                    struct certainty *);
void certainty_free(struct certainty *);

/* True if the top places (0: all) are settled: each neighbour in the order is shown above, below or
 * equal, and it is shown that no agent further down is better than the last of the top by more than
 * the margin. If strengths are not transitive, an agent further down may be shown above the last of
 * the top: that is settled as well. */
bool certainty_is_settled(const struct certainty *, int top);

/* Which couples should play next, and how many pairs each: the games go where the order is open.
 * Deterministic in its arguments. Returns how many couples, at most most; 0: it is settled, or
 * couples that are barred or whose pairs always split are all that is open. */
struct wish {
    int a, b; /* a < b */
    int pairs;
};
struct wish_options {
    int top;   /* as above */
    int batch; /* pairs in all, at most */
    uint64_t seed;
    const bool *barred; /* agents x agents, row below column: play no more; NULL: none is */
};
int certainty_wishes(const struct encounters *, const struct certainty *,
                     const struct wish_options *, struct wish *, int most);

#endif
