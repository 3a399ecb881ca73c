/* foresight.h - facet: what can be foreseen of an opponent
 *
 * For games that pay as they go. A textbook agent looks a few plies ahead, counts points, and
 * takes the best move; where several are best, its habit decides. foresight/ models such agents
 * and plans against them. The calls here make the models fast; the numbers say, in points of this
 * game, how far plans and estimates are to be trusted, and what opponents are like before any move
 * of theirs was seen.
 */
#ifndef GAME_FORESIGHT_H
#define GAME_FORESIGHT_H

#include <stdbool.h>

#include "game/game.h"
#include "game/shortcuts.h"

enum { MODEL_DEPTHS = 5 }; /* models look 1 to 5 plies ahead */

/* Which of equally good moves an agent takes. Hardly any program leaves that to chance: it keeps
 * the first that it met or the last, in the order in which it reads the board or in which we list
 * the moves. */
enum habit { HABIT_NONE, HABIT_FIRST_LISTED, HABIT_FIRST_READ, HABIT_LAST_READ, HABITS };

struct foresight {
    /* The most that one move gains now, in value steps. If that is `enough` or more, the gain of
     * any move that gains at least `enough`. */
    int (*best_gain)(const struct position *, int enough);
    /* An upper bound on what this move gains, without playing it. */
    int (*gain_at_most)(const struct position *, struct move);
    /* The best of gain less best_gain() of the position after it, over all moves: the last two
     * plies of a model at once. False if there is no move. */
    bool (*two_plies)(const struct position *, int alpha, int beta, struct last_ply *);
    /* Where a program that reads the board row by row meets this move: earlier is smaller. */
    int (*place)(const struct position *, unsigned code);
    /* Sets the score, which position files of this game do not tell, of a position that seems to
     * be the first move away from the start, and that move the other side's. */
    void (*presume_score)(struct position *);

    /* The belief before any move was seen: in a stranger of whom nothing can be foreseen, then in
     * models by their depth; and in their habits. Each adds up to 1. */
    double model_prior[MODEL_DEPTHS + 1];
    double habit_prior[HABITS];
    /* A margin of this many points, foreseen in the middle of a game, wins with odds of e to 1: by
     * the search's account, and by a plan's if its model is true. */
    double search_margin_scale, plan_margin_scale;
    /* A lead of this many points by the search's account needs no plan. */
    double safe_lead;
    /* How much counts in a planned line's promise, in hundredths: of our estimate, by the model's
     * depth, and of the most that can still be gained (struct solving's bounds). */
    int estimate_weight[MODEL_DEPTHS + 1], prospect_weight;
};

#endif
