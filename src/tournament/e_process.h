/* e_process.h - evidence of one couple's pairs against a hypothesis about it
 *
 * Evidence is the logarithm of an e-process. Under the hypothesis an e-process is worth at most 1
 * on average at every stopping time, so it exceeds 1/p at any time of a tournament with probability
 * at most p, however often one looks and however the pairings were chosen. It is a function of how
 * often each result of a pair occurred, so the order of the pairs does not matter. The theory is in
 * e_process.c.
 */
#ifndef TOURNAMENT_E_PROCESS_H
#define TOURNAMENT_E_PROCESS_H

#include "tournament/encounters.h"

/* A couple's pairs that one side won; split pairs carry no evidence. */
struct decided_pairs {
    long ahead, behind;   /* pairs won and lost 1½ : ½ */
    long clean, shut_out; /* pairs won and lost 2 : 0 */
};

struct decided_pairs decided_pairs_of(const struct encounter *);  /* seen from a */
struct decided_pairs decided_pairs_swapped(struct decided_pairs); /* seen from b */

/* The bets of the mixtures, computed once; margin in Elo. */
enum { E_PROCESS_BETTER = 6, E_PROCESS_LESS = 4 };

struct e_process {
    struct {
        double weight, clean, shut_out, ahead, behind; /* logarithms */
    } better[E_PROCESS_BETTER], less[E_PROCESS_LESS];
};
struct e_process e_process_for(double margin);

/* Evidence against "it scores at most half of the points on average". Assumes nothing else. */
double e_process_better(const struct e_process *, struct decided_pairs);

/* Evidence against "it is better by at least the margin", in the model of rating.h with any seat
 * and any draws. */
double e_process_less(const struct e_process *, struct decided_pairs);

#endif
