/* looks.h - facet: words and shapes for people
 *
 * Without it every screen still works: a move is shown by the squares that it changes and described
 * by its gain, and margins are points or "better" and "worse".
 */
#ifndef GAME_LOOKS_H
#define GAME_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"
#include "game/session.h"
#include "game/shape.h"

/* A move before and after, for those who describe it. */
struct move_context {
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
struct edited_board {
    const struct world *world; /* of the position that was changed */
    int side;                  /* to move, where a file tells that */
    uint8_t brush[BOARD_MAX][BOARD_MAX];
};

struct looks {
    /* The squares of a legal move; child is the position after it. The shape comes zeroed, with
     * its gain set. */
    void (*shape)(const struct position *, unsigned code, const struct position *child,
                  struct shape *);
    /* What a move does, as the end of a sentence that begins with the move: "takes 5 pieces". */
    void (*describe)(struct text *, const struct move_context *);
    /* What an estimated margin other than 0 means for the side to move, which is ahead by it or,
     * below 0, behind: "expected to end about 3 ahead". */
    void (*margin)(struct text *, double margin);
    /* A lead, in points, that makes a win about three times as likely as a loss, as things stand.
     */
    double (*lead)(const struct position *);
    /* How far a side has come: "12 of 19", or its score. */
    void (*standing)(struct text *, const struct position *, int side);
    /* Why squares that a person has touched make no move while the game goes on, in a short
     * sentence: "A beam from 1,5 covers it." from: the piece that was picked before; the same
     * square as to where none was. Both are on the board. */
    void (*refuse)(struct text *, const struct position *, struct square from, struct square to);
    /* Why nobody can move on in a position that is over, where "no move is left" says too little;
     * NULL where it does. The member may be NULL: it always does. */
    const char *(*stuck)(const struct position *);
    /* Where the game stands in lists for people: the easiest first, games without looks last. */
    int order;
    /* For setting up by hand: what there is to put down, the last one's name NULL; and the
     * position file that shows such a board. */
    const struct brush *brushes;
    bool has_mover; /* the file tells whose turn it is */
    void (*compose)(const struct edited_board *, struct text *);
};

/* The shape of a legal move. */
void shape_of(const struct position *, unsigned code, struct shape *);

/* These ask the game, or find plain words if it has no looks. */
void looks_describe(struct text *, const struct move_context *);
void looks_margin(struct text *, const struct game *, double margin);
void looks_standing(struct text *, const struct position *, int side);
double looks_lead(const struct position *);
void looks_refuse(struct text *, const struct position *, struct square from, struct square to);

/* How a game ended: ending_meaning(), or what the game says instead. */
const char *looks_ending(const struct position *, enum ending);

/* Number of brushes; 0 if there are no looks. */
int looks_brushes(const struct game *);

/* For games to use in their looks: a margin in points, a standing that is the score, and the ending
 * of a word that is counted. */
void margin_in_points(struct text *, double margin);
void standing_by_score(struct text *, const struct position *, int side);
const char *plural(int count); /* "s", or "" for 1 */

#endif
