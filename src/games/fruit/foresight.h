/* foresight.h - what opponents are like in Fruit Rage, in numbers
 *
 * A textbook agent looks a few plies ahead, counts points, and takes the best move; where several
 * are best, its habit decides. model.h has models of such agents, rival.h a belief in them, beam.h
 * plans against them. The numbers say what opponents are like before any move of theirs was seen,
 * and how far plans and estimates are to be trusted.
 */
#ifndef GAMES_FRUIT_FORESIGHT_H
#define GAMES_FRUIT_FORESIGHT_H

enum { MODEL_DEPTHS = 5 }; /* models look 1 to 5 plies ahead */

/* Which of equally good moves an agent takes. Hardly any program leaves that to chance: it keeps
 * the first that it met or the last, in the order in which it reads the board or in which we list
 * the moves. */
enum habit { HABIT_NONE, HABIT_FIRST_LISTED, HABIT_FIRST_READ, HABIT_LAST_READ, HABITS };

struct foresight {
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

extern const struct foresight fruit_foresight;

#endif
