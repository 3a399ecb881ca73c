/* oversight.h - moves that a weak player does not notice
 *
 * People who are new to a game rarely play nonsense: they play the best of the moves that they have
 * noticed. So does an agent with an oversight: of all moves that it may make it notices a part,
 * drawn afresh every turn, and searches among those alone.
 */
#ifndef AGENTS_OVERSIGHT_H
#define AGENTS_OVERSIGHT_H

#include "base/random.h"
#include "search/search.h"

struct oversight {
    uint64_t noticed[(1 << 16) / 64]; /* a bit for each move code */
};

/* Draws what is noticed: this percentage of the moves that the filter admits (of all moves, if it
 * admits none), and at least one. The position is not over; the filter may be NULL. */
void oversight_draw(struct oversight *, const struct position *, int percent, struct random *,
                    search_filter *, void *filter_context);

/* A filter that refuses what is not noticed; the context is the oversight. */
bool oversight_admits(void *oversight, const struct position *, unsigned code);

#endif
