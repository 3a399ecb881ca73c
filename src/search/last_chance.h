/* last_chance.h - what to play where best play loses
 *
 * Against the best reply every move loses, and the search's choice among them is as good as any.
 * But not every opponent finds the best reply. Here the replier is taken for one that makes any
 * move at random. A move's worth is the chance that somewhere on the way it lets us have a proven
 * win: the solver (search/solve.h) says where that is. It is looked for over one reply, then two,
 * and so on to the end of the game, as far as the limits allow.
 *
 * Replies that look better one ply ahead could be taken for more likely ones. Where the whole tree
 * was at hand, 300 games from a lost start, that was worse against every fallible opponent: with
 * half of the weight on them 217 wins against random instead of 239, which is the most there is,
 * and 216 instead of 240, 105 instead of 113 against searches that overlook 70 and 40 % of their
 * moves.
 *
 * The margin of a loss does not count: where it would, do not ask.
 */
#ifndef SEARCH_LAST_CHANCE_H
#define SEARCH_LAST_CHANCE_H

#include "base/budget.h"
#include "search/filter.h"

struct last_chance;

/* False for games that have lines without an end, where nothing can be proven, and for boards that
 * are too large for the solver. */
bool last_chance_takes(const struct world *);

struct last_chance *last_chance_new(const struct world *); /* which it takes */
void last_chance_free(struct last_chance *);

struct chance {
    bool found; /* at least one reply was looked at everywhere; else the rest means nothing */
    unsigned move;
    double chance; /* to win */
    int replies;   /* of one line that were looked at; -1: all of them, to the end of the game */
    uint64_t nodes;
};

/* The best chance in a position that is lost and not over. Moves that the filter refuses are not
 * chosen if there are others; it may be NULL. */
struct chance last_chance_choose(struct last_chance *, const struct position *,
                                 const struct limits *, search_filter *, void *context);

#endif
