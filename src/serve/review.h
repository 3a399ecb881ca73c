/* review.h - a whole game looked at: what each move cost
 *
 * The game is gone through from its end to its beginning, with one analyst, who remembers: what is
 * proven near the end makes earlier positions easier, and a played move's value is that of the
 * position it led to. A move's loss is the best value less its own, in points.
 *
 * Accuracy and marks speak of chances, because ten points matter when it is close and not when it
 * is won: the chance to win that follows from a margin (game/outlook.h). A move that throws no
 * chance away counts 1, one that throws away x of it exp(-4 x); a side's accuracy is the mean of
 * its moves in percent. A move that throws away a twentieth has the mark ?!, a tenth ?, three
 * twentieths ??; what has no mark is no mistake that mattered. The move that decided is one of the
 * loser's, so a draw has none.
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
    double chance_before, chance_after; /* of the mover to win */
    struct analysis_line best;          /* what should have been played */
};

struct review_summary {
    int moves[2];
    double loss[2]; /* sums, by side */
    double accuracy[2];
    int deciding; /* the ply of the move that decided the game; -1: none did */
};

/* Hears of every move, the last one first. */
typedef void review_listener(void *context, const struct session *, const struct reviewed_move *);

/* Searches each position for `seconds`, or if nodes is not 0, that many nodes instead. False if
 * *stop was set before the end. */
bool review_run(const struct session *, double seconds, uint64_t nodes, const atomic_bool *stop,
                review_listener *, void *context, struct review_summary *);

/* "?!", "?", "??", or "" for a move that threw no chance to speak of away. */
const char *review_mark(const struct reviewed_move *);

/* "this was won by 12; now it is lost by 3", if both are decided and differ; else "". */
void review_verdict(const struct game *, const struct reviewed_move *, char out[100]);

#endif
