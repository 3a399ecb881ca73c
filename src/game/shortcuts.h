/* shortcuts.h - facet: what a game can tell without listing moves or building positions
 *
 * Half of a search's nodes are leaves, and most other nodes are done with after the table's move.
 * A game that offers this saves the search both the list and the leaf's position.
 */
#ifndef GAME_SHORTCUTS_H
#define GAME_SHORTCUTS_H

#include <stdbool.h>

struct position;

/* What a look at all moves before the horizon has found. */
struct last_ply {
    int value;     /* of the best move: exact between alpha and beta, else a bound on that side */
    int tried;     /* moves whose positions were estimated */
    unsigned move; /* the best of them, if any */
};

struct shortcuts {
    /* True if this move, of any position, can be made here. */
    bool (*is_legal)(const struct position *, unsigned code);
    /* What a move gains less our estimate of the position after it, which is not built. */
    int (*leaf)(const struct position *, unsigned code);
    /* The best of leaf() over all moves, in whatever order promises to reach beta soon; false if
     * there is no move. */
    bool (*last_ply)(const struct position *, int alpha, int beta, struct last_ply *);
};

#endif
