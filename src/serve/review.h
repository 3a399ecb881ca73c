/* review.h - reviews a whole game: what each move cost
 *
 * The review goes from the last position to the first with one analyst, which keeps its hash table.
 * So results proven near the end make earlier positions easier, and the value of a played move is
 * that of the position it led to. A move's loss is the best value minus its own, in points.
 *
 * Accuracy and marks use winning chances, because ten points matter in a close game and not in a
 * won one. The chance to win follows from the margin (game/outlook.h). A move that gives away the
 * chance x counts exp(-4 x), which is 1 for x = 0. A side's accuracy is the mean over its moves, in
 * percent. A move that gives away 0.05 gets the mark ?!, 0.10 ?, and 0.15 ??. A move without a mark
 * is no mistake that mattered. The deciding move is one of the loser's, so a draw has none.
 */
#ifndef SERVE_REVIEW_H
#define SERVE_REVIEW_H

#include "serve/analysis.h"

enum { REVIEW_COSTLIEST = 5 };

struct reviewed_move {
    int ply;
    int side;
    unsigned move;
    double value, best_value; /* for the mover, after the played and after the best move */
    double loss;              /* 0 or more */
    bool value_proven, best_proven;
    bool value_decided, best_decided;
    bool value_beyond, best_beyond;
    double chance_before, chance_after; /* the mover's chances to win */
    struct analysis_line best;          /* the line that should have been played */
};

struct review_summary {
    int moves[2];
    double loss[2]; /* sums per side */
    double accuracy[2];
    int deciding; /* the ply of the deciding move; -1: none */
};

/* Gets every move, the last one first. */
typedef void review_listener(void *context, const struct session *, const struct reviewed_move *);

/* Searches each position for `seconds`, or for that many nodes if nodes is not 0. Returns false if
 * *stop was set before the end. */
bool review_run(const struct session *, double seconds, uint64_t nodes, const atomic_bool *stop,
                review_listener *, void *context, struct review_summary *);

/* "?!", "?", "??", or "" for a move that gave away hardly any chance. */
const char *review_mark(const struct reviewed_move *);

/* "this was won by 12; now it is lost by 3" if both values are decided and differ, else "". */
void review_verdict(const struct game *, const struct reviewed_move *, char out[100]);

#endif
