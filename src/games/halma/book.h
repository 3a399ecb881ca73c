/* book.h - the openings that long searches chose, one move a position
 *
 * A book move comes from a longer search than a game's clock allows, and costs no time. A position
 * is looked up as its side to move sees it: turned so that this side starts at the top left. The
 * board mirrored in its diagonal has the same openings, mirrored; the key is the lesser one of the
 * two. Each rule set has positions of its own. make_book.c writes book.inc.
 */
#ifndef GAMES_HALMA_BOOK_H
#define GAMES_HALMA_BOOK_H

#include "games/halma/halma.h"

struct book_entry {
    uint64_t key;
    uint16_t code; /* as the key sees the board */
};

/* How a position is looked up. */
struct book_view {
    uint64_t key;
    bool turned, mirrored;
};

struct book_view book_view_of(const struct halma *);

/* A move's code on the board as it is from that of the view, and the other way round. */
unsigned book_code(const struct book_view *, unsigned code);

/* True, with a legal move, if the book knows the position. */
bool book_find(const struct position *, unsigned *move);

#endif
