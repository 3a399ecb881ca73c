/* book.h - facet: moves of the opening that were found beforehand
 *
 * A book move comes from a longer search than a game's clock allows, and costs no time. What it
 * saves is there for the moves that follow.
 */
#ifndef GAME_BOOK_H
#define GAME_BOOK_H

#include <stdbool.h>

struct position;

struct book {
    /* True, with a legal move, if the book knows the position. */
    bool (*find)(const struct position *, unsigned *move);
};

#endif
