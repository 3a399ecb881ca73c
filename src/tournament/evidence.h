/* evidence.h - how strongly the pairs of one couple speak against a hypothesis about it
 *
 * Evidence is the logarithm of an e-process: a quantity whose exponential, as long as the
 * hypothesis holds, is worth at most 1 on average at every time at which one may choose to look. It
 * exceeds log(1 / p) at any time of a whole tournament with probability p at most, however the
 * pairings were chosen. Evidence is a function of how often each result of a pair was seen, so it
 * does not depend on their order. Theory in evidence.c.
 */
#ifndef TOURNAMENT_EVIDENCE_H
#define TOURNAMENT_EVIDENCE_H

#include "tournament/encounters.h"

/* A couple's pairs by who has won them and how; split pairs tell nothing. */
struct bouts {
    long ahead, behind;   /* pairs won, lost by a win and a draw, 1½ : ½ */
    long clean, shut_out; /* pairs won, lost 2 : 0 */
};

struct bouts bouts_of(const struct encounter *); /* seen from a */
struct bouts bouts_turned(struct bouts);         /* seen from the other one */

/* The bets that are made, worked out once; margin in Elo. */
enum { EVIDENCE_BETTER = 6, EVIDENCE_LESS = 4 };

struct evidence {
    struct {
        double share, clean, shut_out, ahead, behind; /* logarithms */
    } better[EVIDENCE_BETTER], less[EVIDENCE_LESS];
};
struct evidence evidence_for(double margin);

/* Against "on average it scores at most half of the points": assumes nothing of the game. */
double evidence_better(const struct evidence *, struct bouts);

/* Against "it is better by the margin or by more". Elo is that of the model of rating.h; seats and
 * draws may be whatever they are. */
double evidence_less(const struct evidence *, struct bouts);

#endif
