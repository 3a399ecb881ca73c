/* playing.h - facet: a player of the game's own
 *
 * A game that knows more about how it is won than a search can see brings a player: a book of
 * openings, a count of moves in a race, models of opponents. Search, solver, table, filters and the
 * default player (default_player.h) are at its service. Callers use player.h.
 */
#ifndef SEARCH_PLAYING_H
#define SEARCH_PLAYING_H

#include "search/search.h"

struct player_options {
    struct search_options search; /* its filter, if any, replaces the player's own */
    const char *without; /* ideas of the game's player that are switched off, each between blanks;
                          * NULL: none */
};

struct player_turn {
    const struct position *position; /* not over */
    const uint64_t *past;            /* as search_set_past() takes them */
    int past_count;
    int ply_limit;
    const struct limits *limits;
    search_listener *listener; /* called as by search_run(); may be NULL */
    void *context;
};

/* Facet of struct game. */
struct playing {
    /* What it can do without, by name: "book". The last one is NULL. */
    const char *const *ideas;
    /* The moves that it makes as long as it knows nothing about the opponent: others are legal, but
     * a grader might reject them. Called with the context NULL. NULL: all legal moves. */
    search_filter *admits;
    /* without: a bit for each idea that is switched off. */
    void *(*create)(const struct world *, const struct player_options *, unsigned without);
    void (*destroy)(void *);
    struct search_result (*think)(void *, const struct player_turn *);

    /* The others may be NULL. Sets the score of a position whose file does not tell it. */
    void (*set_score)(const void *, struct position *);
    /* Writes lines of text for another process; nothing if there is nothing to remember. */
    void (*remember)(const void *, struct text *);
    /* Takes them back. after: the position after our last move, if the caller knows it, else NULL.
     * False, and nothing is changed, if these are not lines that remember() wrote. */
    bool (*recall)(void *, const struct lines *, const struct position *after);
    /* True, with a move and a decided value (game/outlook.h), if it is certain who wins although a
     * search does not see the end. plies_left: until a cap on moves draws; 0: there is none. */
    bool (*is_decided)(const struct position *, int plies_left, const struct limits *,
                       struct search_result *);
};

/* True if these limits leave time for more than a plain search; never under a fixed depth. */
static inline bool playing_has_time(const struct limits *limits)
{
    const double least_seconds = 0.02;
    const uint64_t least_nodes = 2000;
    const bool is_limited = limits->hard > 0 || limits->nodes > 0;
    const bool is_short = (limits->hard > 0 &&
                           limits->hard - limits_elapsed(limits) < least_seconds) ||
                          (limits->nodes > 0 && limits->nodes < least_nodes);
    return is_limited && !is_short && limits->depth == 0;
}

#endif
