/* tree.h - alpha-beta search below the root, of one thread, to a given depth and within limits
 *
 * search.c calls it for the root's moves, deeper and deeper. All others use search.h.
 */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "base/budget.h"
#include "game/game.h"
#include "search/line.h"
#include "search/past.h"
#include "search/table.h"

enum {
    TREE_KILLERS = 2,
    TREE_CODES = 1 << 16,
    TREE_REDUCTIONS = 64 /* edge of the table of late moves' depths */
};

/* The move by which a position was reached, TABLE_NO_MOVE if that is not known, and its gain. */
struct incoming {
    unsigned move;
    int gain;
};

/* The search stack: one frame a ply of the line that is being searched. */
struct frame {
    struct position *position;
    struct position *prebuilt; /* the position after the next move, made early for its prefetch */
    struct incoming step, prebuilt_step;
    bool proven; /* no evaluation went into the value last returned from this ply */
    unsigned killer[TREE_KILLERS];
    int line_length;
    unsigned line[SEARCH_PLIES];
};

struct tree {
    const struct world *world;
    const struct rules *rules;
    const struct shortcuts *shortcuts; /* NULL: the game offers none */
    const struct guidance *guidance;   /* the same */
    bool uses_probcut;                 /* the game offers it and the options want it */
    struct table *table;               /* not its own */
    struct table *last_ply_table;      /* for depth 1, if the game offers shortcuts; else NULL */
    int (*history)[TREE_CODES];        /* history heuristic: by side and move code */
    struct frame *frame;               /* SEARCH_PLIES + 1 of them; the first is the root's */
    void *positions;
    struct move *moves; /* one stack for the lists of all plies */
    size_t moves_capacity, moves_used;
    struct draws draws; /* that hold in this game; zeroes: none */
    struct past past;
    uint8_t late_depth[TREE_REDUCTIONS][TREE_REDUCTIONS]; /* by depth and place of the move */
    int leaf_depth; /* up to this depth a move leads to a leaf */

    struct budget budget; /* once it is spent, what was returned since is worth nothing */
    uint64_t table_hits;
};

struct tree *tree_new(const struct world *, struct table *, bool no_reductions, bool no_probcut);
void tree_free(struct tree *);

/* See search_set_past(). */
void tree_set_past(struct tree *, const uint64_t *keys, int count, int ply_limit);

/* Puts a position at the root. */
void tree_begin(struct tree *, const struct position *, const struct limits *);

/* A list of moves on the common stack. */
struct move_list {
    size_t base;
    int count;
};

struct move_list tree_generate(struct tree *, const struct position *);

/* Good until the next list is made. */
static inline struct move *tree_moves(const struct tree *t, struct move_list list)
{
    return t->moves + list.base;
}

/* The value of a move for the side that makes it: exact between alpha and beta, else a bound. */
int tree_try(struct tree *, int ply, unsigned code, int alpha, int beta, int depth);

/* The same for a move after the first: a null-window search at reduced depth, then at full depth,
 * then with the full window, each only if the one before exceeds alpha. */
int tree_try_late(struct tree *, int ply, unsigned code, int place, int alpha, int beta, int depth);

/* Puts a move before the line of the next ply. */
void tree_update_line(struct tree *, int ply, unsigned code);

#endif
