/* search.h - the search of all games
 *
 * Iterative deepening with aspiration windows, principal variation search, late move reductions
 * where the game wants them, and a transposition table. It knows a game by struct rules alone and
 * works on values as game.h defines them: value(p) = max(gain - value(child)). There is no
 * null-move pruning: in all our games a pass would often be the best move.
 *
 * A value is proven if no evaluation went into it: all lines that it rests on end the game. Proven
 * values in the table hold at any depth, and a proven root ends the search. Near the end of a game
 * the solver (solve.h) is tried first, for a part of the time.
 */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/budget.h"
#include "game/game.h"
#include "search/filter.h"
#include "search/line.h"

enum { SEARCH_LINES_MAX = 16 };

struct search_options {
    size_t hash_bytes;     /* 0: the default */
    bool no_solver;        /* do not try to solve the end of the game */
    bool no_aspiration;    /* no aspiration windows */
    bool no_reductions;    /* no late move reductions */
    bool no_probcut;       /* no ProbCut (game/guidance.h) */
    int threads;           /* 0 or 1: only the caller's */
    int lines;             /* how many of the best root moves get an exact value; 0: one */
    search_filter *admits; /* root moves it refuses are left out, if others exist; may be NULL */
    void *admits_context;
};

struct search_result {
    unsigned move;
    int value; /* for the side to move, of what is still to come */
    bool proven;
    bool won;  /* a win is certain, and the value is the least of it */
    int depth; /* of the last finished iteration */
    uint64_t nodes;
    uint64_t table_hits;
    double seconds;
    int line_length; /* the expected continuation, move first */
    unsigned line[SEARCH_PLIES];
    int line_count; /* if options.lines asked for more than one: the best root moves, best first */
    struct search_line best[SEARCH_LINES_MAX];
};

struct search;

struct search *search_new(const struct world *, const struct search_options *);
void search_free(struct search *);

/* Positions already passed in this game, as far as they are known, for games that draw by
 * repetition or by a cap on moves: both count from the start. The keys are copied. ply_limit is the
 * cap, 0 if there is none. A game that is longer than the cap shows that it is not enforced. Until
 * this is called no position has passed and the game's own cap holds. */
void search_set_past(struct search *, const uint64_t *keys, int count, int ply_limit);

/* How often a position has occurred in the game so far, by its key. */
int search_times_before(const struct search *, uint64_t key);

/* The plies that may still be played before the cap ends the game; 0 if there is no cap. */
int search_plies_left(const struct search *);

/* A root move that the next run searches first: the hint of a player that knows more. */
void search_suggest(struct search *, unsigned move);

/* Called when a better answer is known, first of all with a quick one before any search. */
typedef void search_listener(void *context, const struct search_result *);

/* Finds the best move of a position that is not over. */
struct search_result search_run(struct search *, const struct position *, const struct limits *,
                                search_listener *, void *context);

/* The value of one legal move. Where a reply is forced there is nothing to search, and the position
 * after it is looked at instead. Adds the nodes that it took. */
int search_move_value(struct search *, const struct position *, unsigned move,
                      const struct limits *, uint64_t *nodes);

#endif
