/* textbook.h - the searches that the courses teach, as plainly as they can be written
 *
 * One piece of code for all games: minimax, alpha-beta, the depth limit, caching of states,
 * ordering of moves and a custom heuristic, each switched on by itself. A utility is the final
 * margin for one side, in value steps: score so far plus what is to come. At the depth limit it is
 * estimated by the textbook's own utility (rules->textbook), or by our evaluation if heuristic is
 * set.
 *
 * The steps have the names that a course's text gives them. "color" is the side whose utility is
 * computed, 0 or 1: a max node is a position in which it moves, a min node one in which its
 * opponent does. A struct textbook holds the switches and the cached states; these last until they
 * are forgotten, so that a search profits from those before it in the same game.
 */
#ifndef AGENTS_TEXTBOOK_H
#define AGENTS_TEXTBOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/budget.h"
#include "game/game.h"
#include "search/filter.h"

struct textbook_options {
    int depth; /* at least 1; for textbook_search() and textbook_choose() */
    bool pruning;
    bool ordering;
    bool caching;
    bool heuristic;
};

struct textbook;

struct textbook *textbook_new(const struct textbook_options *);
void textbook_free(struct textbook *);
/* Switches ordering on or off. The cached states hold either way. */
void textbook_set_ordering(struct textbook *, bool ordering);
/* Empties the cached states: those of another game mean nothing in this one. */
void textbook_forget(struct textbook *);

/* --- the steps --- */

/* A limit that leaves the end of the game as the only one. (After 99 plies we estimate all the
 * same; nobody has ever waited for such a search.) */
enum { LIMIT_NONE = -1, LIMIT_MAX = 99 };

/* The legal moves; returns their number. */
int get_possible_moves(const struct position *, struct move out[MOVES_MAX]);

/* The utility of a finished game for a side: what it has more than the other one. */
int compute_utility(const struct position *, int color);
/* Our own estimate of it for a position that is not finished. */
int compute_heuristic(const struct position *, int color);

/* The utility if both sides play their best for at most limit more plies. */
int mm_max_node(struct textbook *, const struct position *, int color, int limit);
int mm_min_node(struct textbook *, const struct position *, int color, int limit);

/* The same if it lies between alpha and beta; else a bound on the same side of them as it is. */
int ab_max_node(struct textbook *, const struct position *, int color, int alpha, int beta,
                int limit);
int ab_min_node(struct textbook *, const struct position *, int color, int alpha, int beta,
                int limit);

struct claim {
    unsigned move;
    int utility;
};

/* The first of the best moves of a list, for the side to move. A limit of 0 counts as 1. */
struct claim claim_mm(struct textbook *, const struct position *, const struct move *, int count,
                      int limit);
struct claim claim_ab(struct textbook *, const struct position *, const struct move *, int count,
                      int limit);

/* Ordering: moves that look best one ply ahead come first. */
void order_moves(struct textbook *, const struct position *, struct move *, int count);

/* --- whole searches --- */

struct textbook_result {
    unsigned move;
    int value;
    int depth; /* of the last search that was finished */
    uint64_t nodes;
    uint64_t cache_hits;
    double seconds;
};

/* One search to the given depth, with nothing cached before. */
struct textbook_result textbook_search(const struct position *, const struct textbook_options *);

/* Searches depth 1, 2, … up to the given one and stops early when the time is used up. Moves that
 * the filter refuses are not chosen if there are others; it may be NULL. */
struct textbook_result textbook_choose(struct textbook *, const struct position *,
                                       const struct limits *, search_filter *, void *context);

/* Who is told the move of each depth that textbook_choose() completes; NULL: nobody. */
typedef void textbook_listener(void *context, unsigned move);
void textbook_set_listener(struct textbook *, textbook_listener *, void *context);

#endif
