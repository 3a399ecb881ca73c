/* last_chance.h - the best practical chance in a lost position
 *
 * Every move loses against the best reply, but not every opponent finds it. The opponent is
 * modelled as one that replies at random. A move is worth the probability that a reply somewhere on
 * the way gives us a proven win; the solver (search/solve.h) decides that. Lines of one reply are
 * searched first, then of two, and so on to the end of the game, as far as the limits allow.
 *
 * Tried: to make replies more likely that look better one ply ahead. In 300 games from a lost start
 * with the whole tree at hand that was worse against every fallible opponent: with half of the
 * weight on such replies 217 wins against random instead of 239, the most possible; 216 instead of
 * 240 and 105 instead of 113 against searches that miss 70 and 40 % of their moves.
 *
 * The margin of a loss is ignored. Where it counts, do not use this.
 */
#ifndef SEARCH_LAST_CHANCE_H
#define SEARCH_LAST_CHANCE_H

#include "base/budget.h"
#include "search/filter.h"

struct last_chance;

/* False for games with endless lines, where nothing can be proven, and for boards that are too
 * large for the solver. */
bool last_chance_takes(const struct world *);

struct last_chance *last_chance_new(const struct world *); /* which it takes */
void last_chance_free(struct last_chance *);

struct chance {
    bool found; /* all lines of one reply were searched; else the rest means nothing */
    unsigned move;
    double chance; /* to win */
    int replies;   /* length of the lines in replies; -1: to the end of the game */
    uint64_t nodes;
};

/* The best chance in a position that is lost and not over. Moves that the filter refuses are not
 * chosen if there are others; it may be NULL. */
struct chance last_chance_choose(struct last_chance *, const struct position *,
                                 const struct limits *, search_filter *, void *context);

#endif
