/* textbook.h - the searches that the courses teach, as plainly as they can be written
 *
 * One piece of code for all games: minimax, alpha-beta, the depth limit, caching of states,
 * ordering of moves and a custom heuristic, each switched on by itself. The value of a position is
 * the final margin for the side to move, in value steps: score so far plus what is to come. At the
 * depth limit it is estimated by the textbook's own utility (rules->plain), or by our evaluation
 * if heuristic is set.
 */
#ifndef AGENTS_TEXTBOOK_H
#define AGENTS_TEXTBOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/budget.h"
#include "game/game.h"
#include "search/search.h"

struct textbook_options {
    int depth; /* at least 1 */
    bool pruning;
    bool ordering;
    bool caching;
    bool heuristic;
};

struct textbook_result {
    unsigned move;
    int value;
    int depth; /* of the last search that was finished */
    uint64_t nodes;
    uint64_t cache_hits;
    double seconds;
};

/* The utility of a finished position for the side to move. */
int textbook_utility(const struct position *);

/* One search to the given depth. */
struct textbook_result textbook_search(const struct position *, const struct textbook_options *);

/* Searches depth 1, 2, … up to the given one and stops early when the time is used up. Moves that
 * the filter refuses are not chosen if there are others; it may be NULL. */
struct textbook_result textbook_choose(const struct position *, const struct textbook_options *,
                                       const struct limits *, search_filter *, void *context);

#endif
