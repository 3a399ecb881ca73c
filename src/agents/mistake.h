/* mistake.h - one move judged: what it cost, and which moves would have kept the value
 *
 * The best move and the played one are searched to the same depth, so that their difference is no
 * matter of how far each was looked at. Where the search proves both values the cost is certain.
 * Values are in steps, for the side to move; a win's bonus is in them where the game has one, so
 * that a game thrown away costs more than any margin.
 */
#ifndef AGENTS_MISTAKE_H
#define AGENTS_MISTAKE_H

#include "base/budget.h"
#include "game/outlook.h"

enum { MISTAKE_LINE = 8 };

struct judged_move {
    unsigned played, best;
    int cost;                     /* 0 or more, in value steps; 0: it is none */
    int best_value, played_value; /* for the mover, of what is still to come */
    struct outlook before, after; /* for the mover, with the best move and with the played one */
    bool certain;                 /* no estimate went into either value's result */
    int line_length;              /* the refutation: what follows the played move */
    unsigned line[MISTAKE_LINE];
};

struct mistakes;

/* Judges moves of one world; ends with mistakes_free(). */
struct mistakes *mistakes_new(const struct world *);
void mistakes_free(struct mistakes *);

/* Judges a legal move of a position that is not over. Each of the two searches takes at most this
 * many nodes; time and stop are those of the limits. */
void mistakes_judge(struct mistakes *, const struct position *, unsigned move, uint64_t nodes,
                    const struct limits *, struct judged_move *);

/* All moves that keep the value, in the order of the game's list: their number. Where the values
 * are proven they keep it exactly, or the certain win that the mistake gave away; where they are
 * estimates they lose less than a quarter of what the mistake cost. The best move is among them,
 * the played one is not. */
int mistakes_good(struct mistakes *, const struct position *, const struct judged_move *,
                  uint64_t nodes, const struct limits *, unsigned out[MOVES_MAX]);

#endif
