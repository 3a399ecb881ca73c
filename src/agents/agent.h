/* agent.h - whatever can be asked for a move
 *
 * An agent is named by a spec, NAME or NAME:OPTION,OPTION=VALUE…:
 *
 *   random                     any legal move (seed=N)
 *   greedy                     the best result one move ahead
 *   minimax:depth=3            plain minimax, no pruning
 *   alphabeta:depth=3,caching,ordering,heuristic
 *                              the textbook's alpha-beta; each idea can be switched on
 *   plywood:depth=N,nodes=N,hash=64M,nosolver,sight=P
 *                              our own search; it notices P percent of its moves (oversight.h)
 *   plywood:noaspiration,nolmr,threads=N
 *                              without an idea of the search, or on several threads
 *   plywood:nobook             without an idea of the game's own player (search/player.h)
 *   plywood:weights=FILE       with other weights in its estimate (weights.h)
 *
 * agent_help() lists them for people. Reference agents look less far ahead when time is short, so
 * none of them ever loses on time.
 */
#ifndef AGENTS_AGENT_H
#define AGENTS_AGENT_H

#include "game/game.h"
#include "search/allowance.h"
#include "search/search.h"

/* Of a program that is started anew for each move: what the one before it left behind. */
struct turn_memory {
    const struct lines *lines;    /* what agent_remember() wrote */
    const struct position *after; /* the position after our last move; NULL: not known */
};

/* What an agent is asked: the position, how the game came to it, and the time. */
struct turn {
    const struct position *position; /* not over */
    const uint64_t *past;            /* keys of the positions before */
    int past_count;
    int ply_limit; /* the game is drawn after so many plies; 0: it is not */
    struct allowance allowance;
    const struct turn_memory *memory; /* NULL: the agent itself has seen the game so far */
    size_t hash_bytes;                /* of the table of an agent without a hash option; 0: the
                                       * default */
    search_filter *admits; /* moves it refuses are not chosen if there are others; may be NULL */
    void *admits_context;
    /* Told of each better move as it is found, perhaps in another thread; may be NULL. */
    void (*better)(void *context, unsigned code);
    void *better_context;
};

/* What it tells besides its move. */
struct report {
    uint64_t nodes;
    uint64_t table_hits;
    double seconds;
    int depth;      /* searched completely; 0: no search */
    bool has_value; /* the following two mean something */
    double value;   /* the expected final margin for the side to move, in points */
    bool proven;
    bool won;     /* a win is certain, and the value is the least of it */
    bool decided; /* the value's sign is the result (game/outlook.h) */
    bool beyond;  /* how large the value is means nothing (game/outlook.h) */
};

struct agent;

/* NULL, with a fault noted, if the spec is not one. */
struct agent *agent_new(const char *spec, struct notes *);
void agent_free(struct agent *);

/* False, with a fault noted, if its options are of no use in this game: weights of another one. */
bool agent_suits(const struct agent *, const struct game *, struct notes *);

unsigned agent_choose(struct agent *, const struct turn *, struct report *);

/* The limits that a turn's allowance comes to. */
struct limits agent_limits(const struct turn *);

/* Writes what the next program needs to go on, as lines of text; nothing if that is nothing. */
void agent_remember(const struct agent *, struct text *);

/* Forgets what it learned in the last game. */
void agent_new_game(struct agent *);
/* The game goes on in another struct world that means the same: only what hangs on the old one,
 * which may be gone, is forgotten. */
void agent_new_world(struct agent *);

/* Sets what chance depends on, unless the spec did. */
void agent_seed(struct agent *, uint64_t seed);

/* How sure the value is: "" for an estimate, " (proven)", " or more (a proven win)", " (a certain
 * loss)". */
const char *report_certainty(const struct report *);

/* The kinds of agents and their options, a line each. */
void agent_help(struct text *);

#endif
