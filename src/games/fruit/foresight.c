#include "games/fruit/foresight.h"

/* Between good players the first to move wins nearly every game, so the second to move wins by
 * the other's mistakes or not at all. All numbers here were measured on random boards of 10 x 10
 * with four kinds unless told otherwise.
 *
 * Models. The course's own opponent looks three plies ahead.
 *
 * Habits. Our own textbook agents take the first listed. Which habit is likeliest at first matters,
 * for the first choice between equals is seen after our first move: as second on 400 boards, with
 * 300,000 nodes a move, 347 games are won against a greedy rival that takes the first listed and
 * 309 against one that takes the first read; with these two the other way round, 310 and 338.
 * Planning against both habits of greedy at once wins 331 and 333: hardly more in all.
 *
 * Doubts. Plans come true if their model does: of 57 games against greedy each ended as the plan of
 * the third move had said, 49 won and 8 lost.
 *
 * Weights of a line's promise. The further a rival looks ahead, the more of our estimate is gone
 * before our turn; and who can foresee the other gains more from what is left. Against depth 3,
 * 0.5 s, two sets of 60 boards: 60 and 0 end at 46 and 49 points, 40 and 0 at 53 (one set), 40 and
 * 6 at 54 and 59, 40 and 9 at 57 (one set). Against greedy, 60 boards at 0.15 s: 100 and 0 end at
 * 77, 70 and 6 at 79. */
const struct foresight fruit_foresight = {
    .model_prior = {0.3, 0.25, 0.05, 0.3, 0.05, 0.05},
    .habit_prior = {[HABIT_NONE] = 0.2,
                    [HABIT_FIRST_LISTED] = 0.35,
                    [HABIT_FIRST_READ] = 0.3,
                    [HABIT_LAST_READ] = 0.15},
    .search_margin_scale = 15,
    .plan_margin_scale = 6,
    .safe_lead = 35,
    .estimate_weight = {0, 70, 40, 40, 40, 40},
    .prospect_weight = 6,
};
