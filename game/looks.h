/* looks.h - facet: a game's prettier parts, for people
 *
 * Without it every screen still works: a move is shown by the squares that it changes, told by its
 * name, and margins are told as points or as won and lost.
 */
#ifndef GAME_LOOKS_H
#define GAME_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"
#include "game/shape.h"

/* A move before and after, for those who describe it. */
struct scene {
    const struct position *before, *after;
    const struct shape *shape;
    int replies; /* legal moves afterwards */
};

/* Something that can be put on a square by hand. The first one of a game empties the square. */
struct brush {
    const char *name; /* "block" */
    uint8_t paint;    /* how the square looks then (picture.h) */
};

enum { BRUSHES_MAX = 16 };

/* A board made by hand: a brush for each square. It need not be sound. */
struct sketch {
    const struct world *world; /* of the position that was changed */
    int side;                  /* to move, where a file tells that */
    uint8_t brush[BOARD_MAX][BOARD_MAX];
};

struct looks {
    /* The squares of a legal move; child is the position after it. The shape comes zeroed, with
     * its gain set. */
    void (*shape)(const struct position *, unsigned code, const struct position *child,
                  struct shape *);
    /* What a move does, as the end of a sentence that begins with the move: "takes 5 fruits". */
    void (*describe)(struct text *, const struct scene *);
    /* What a margin above 0 of this size is expected to mean: "about 3 squares in the race". The
     * caller adds "ahead" or "behind". */
    void (*margin)(struct text *, double margin);
    /* How far a side has come: "12 of 19", or its score. */
    void (*standing)(struct text *, const struct position *, int side);
    /* For setting up by hand: what there is to put down, the last one's name NULL; and the
     * position file that shows such a board. */
    const struct brush *brushes;
    bool has_mover; /* the file tells whose turn it is */
    void (*compose)(const struct sketch *, struct text *);
};

#endif
