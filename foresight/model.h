/* model.h - what a textbook agent answers
 *
 * A model looks a number of plies ahead, counts points, and takes the best; where several moves are
 * the best, its habit decides. Hardly any program leaves that to chance: it keeps the first that it
 * met or the last, in the order in which it reads the board or in which we list the moves.
 */
#ifndef FORESIGHT_MODEL_H
#define FORESIGHT_MODEL_H

#include "search/limits.h"

enum { MODEL_DEPTHS = 5 };

enum habit { HABIT_NONE, HABIT_FIRST_LISTED, HABIT_FIRST_READ, HABIT_LAST_READ, HABITS };

/* True if the rules offer what models need. */
bool model_is_possible(const struct world *);

/* What looking ahead has cost so far; once the limits are reached, all results are worthless. */
struct labour {
    const struct limits *limits;
    double begun; /* when, by the limits' clock */
    uint64_t nodes, next_poll;
    bool stopped;
    uint16_t refutation[MODEL_DEPTHS + 1]; /* the last one, by the depth at which it was found */
};

bool labour_must_stop(struct labour *);

/* The part of what the limits left for it that is used up, of time or of nodes; 0 where there are
 * none. */
double labour_share(const struct labour *);

/* The best moves of a model of this depth, none if the game is over; which of them it makes is its
 * habit. */
int model_answers(const struct position *, int depth, struct move out[MOVES_MAX], struct labour *);

/* Which of the best moves a habit makes; HABIT_NONE gets the first, as good as any. */
int model_pick(const struct position *, const struct move *answer, int answers, enum habit);

/* The model's answer, the worst for us if nothing is known about its habit; -1 if it has no move,
 * or the limits are reached. What was worked out once is kept in the memory, which one thread at a
 * time may use. */
struct model_memory;
struct model_memory *model_memory_new(void);
void model_memory_free(struct model_memory *);
int model_reply(struct model_memory *, const struct position *, int depth, enum habit,
                struct labour *);

#endif
