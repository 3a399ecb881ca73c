/* reducing.h - facet: ways to make a position smaller
 *
 * A lesson made from a loss (agents/teach.h) is shrunk, as in delta debugging, until no single
 * reduction keeps the error. The game names the reductions: a row and a column less, a piece less,
 * a piece put home. They work on the board of brushes that looks.h has for setting up by hand, and
 * the game's compose() writes the position file; so a game with this facet has looks with brushes.
 *
 * Every reduction makes the position smaller by the game's own measure or reports that it changes
 * nothing, so no series of them is endless. The result need not be a legal position: reading its
 * file tells. Without the facet lessons are not shrunk, and the command says so.
 */
#ifndef GAME_REDUCING_H
#define GAME_REDUCING_H

#include "game/looks.h"

/* A board on its way. It points into itself: copy it with reduction_copy(). */
struct reduction {
    struct world world; /* the head of the position's own; its size is the board's */
    struct edited_board board;
    bool renames; /* squares have other names than before */
};

struct reducing {
    /* How many ways there are to reduce this board; those that take most away come first. */
    int (*ways)(const struct reduction *);
    /* Goes one of them, from 0. False if it changes nothing, and the board means nothing then. */
    bool (*reduce)(struct reduction *, int way);
    /* What is counted to say how small a position is: "pieces", "pieces on their way". */
    const char *things;
    /* How many of them there are. */
    int (*count)(const struct reduction *);
};

/* The board of a position of a game that has the facet; nothing is renamed yet. */
void reduction_of(const struct position *, struct reduction *);
void reduction_copy(struct reduction *to, const struct reduction *from);

/* The position that the board shows, by its file, whose text is added to `text`. NULL if it is no
 * position of the game, or one in which there is nothing to choose. */
struct problem *reduction_read(const struct reduction *, struct text *text);

/* For games to use. A row and a column less; false if the board would be smaller than the game
 * allows. The number of squares that are not empty. */
bool reduction_cut(struct reduction *, int row, int column);
int reduction_count(const struct reduction *);

/* For games in which a board is reduced by a row and a column, or by what is on a square: the
 * number of those ways, and going one of them; a square is emptied where it is, and nothing falls.
 */
int reduction_cuts_and_squares(const struct reduction *);
bool reduction_cut_or_empty(struct reduction *, int way);

#endif
