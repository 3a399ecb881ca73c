/* model.h - what a textbook agent answers
 *
 * A model looks a number of plies ahead, counts points, and takes the best move; where several are
 * the best, its habit decides (foresight.h).
 */
#ifndef GAMES_FRUIT_MODEL_H
#define GAMES_FRUIT_MODEL_H

#include "base/budget.h"
#include "games/fruit/foresight.h"
#include "games/fruit/fruit.h"

/* A search of models: what it may spend, and its working memory. Once the budget is spent, all
 * results are worthless. */
struct model_search {
    struct budget budget;
    uint16_t refutation[MODEL_DEPTHS + 1];    /* the last one, by the depth at which it was found */
    struct position *child[MODEL_DEPTHS + 1]; /* one for each depth; the one at 0 is for trying */
    void *children;                           /* their memory */
};

void model_search_init(struct model_search *, const struct world *, const struct limits *);
void model_search_destroy(struct model_search *);

/* The best moves of a model of this depth, none if the game is over; which of them it makes is its
 * habit. */
int model_answers(struct model_search *, const struct position *, int depth,
                  struct move out[MOVES_MAX]);

/* Which of the best moves a habit makes; HABIT_NONE gets the first, as good as any. */
int model_pick(const struct position *, const struct move *answer, int answers, enum habit);

/* The model's answer, the worst for us if nothing is known about its habit; -1 if it has no move,
 * or the budget is spent. What was worked out once is kept in the memory, which one thread at a
 * time may use. */
struct model_memory;
struct model_memory *model_memory_new(void);
void model_memory_free(struct model_memory *);
int model_reply(struct model_memory *, struct model_search *, const struct position *, int depth,
                enum habit);

#endif
