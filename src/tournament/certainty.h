/* certainty.h - which of two agents is the better one, with a test that stays valid however often
 * one looks
 *
 * What is published of a tournament, after whatever number of games and however the pairings were
 * chosen: strict relations that are shown, a place interval for everybody, "equal within 50 Elo"
 * only where that is shown, and otherwise "open". With at most 5 % probability anything of it is
 * wrong, over the whole tournament and all looks, with all who come, go or are replaced.
 * certainty.c tells the theory and what is assumed (strengths are transitive).
 *
 * It is a function of the encounters alone, so it does not depend on the order in which games
 * ended.
 */
#ifndef TOURNAMENT_CERTAINTY_H
#define TOURNAMENT_CERTAINTY_H

#include <stdbool.h>
#include <stdint.h>

#include "tournament/encounters.h"

enum relation { RELATION_OPEN, RELATION_ABOVE, RELATION_BELOW, RELATION_EQUAL };

/* Error and margin must be settled before the first game and stay as they are. Agents may come, go
 * and change their programs: numbers tell who was there when. */
struct certainty_options {
    double error;     /* 0: 0.05 */
    double margin;    /* Elo within which agents count as equal; 0: 50 */
    const int *entry; /* of each agent: the how many-th program it is of all that were ever entered;
                       * NULL: nobody has come or gone */
    int field;        /* with entry: programs that were entered before the first games */
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
                         * transitive, and only what a couple's own pairs show is told */
    bool *split;        /* agents x agents: of many pairs fewer than one in a hundred were decided;
                         * whether they are equal would take tens of thousands of games, or, of
                         * deterministic equals, cannot be shown at all */
    struct place *place;
    int *order; /* agents by estimate, the best first; nobody before one that is shown above */

    /* For certainty_wishes(). */
    struct certainty_options options;
    int *entry;       /* options.entry, if there is one */
    double *strength; /* as bradley_terry.h has it: of the agents, seat, draws */
};

void certainty_find(const struct encounters *, const struct certainty_options *,
                    struct certainty *);
void certainty_free(struct certainty *);

/* True if everything that is asked for is settled: each neighbour in the order is shown above,
 * below or equal, for the top places (0: all); and nobody further down is better than the last of
 * the top by more than the margin, which is shown, too. If strengths are not transitive, somebody
 * further down may be shown above the last of the top: that is settled as well. */
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
    const bool *barred; /* agents x agents, row below column: play no more; NULL: nobody is */
};
int certainty_wishes(const struct encounters *, const struct certainty *,
                     const struct wish_options *, struct wish *, int most);

#endif
