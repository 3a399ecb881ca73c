/* reading.h - does the manager read an answer as row and column, or as column and row?
 *
 * The course's text says one, its manager does the other. The board that comes next tells: it is
 * one reply away from what one of the two readings would have made of our answer. Until that is
 * known we only answer moves that are legal both ways, so that no reading makes them illegal. The
 * start position is symmetric about its diagonal, so such moves are there when they are needed.
 */
#ifndef GAMES_REVERSI_READING_H
#define GAMES_REVERSI_READING_H

#include "game/game.h"

enum reversi_order { REVERSI_ORDER_UNKNOWN, REVERSI_ROW_COLUMN, REVERSI_COLUMN_ROW };

struct reversi_reading {
    enum reversi_order known;
    enum reversi_order guess; /* used while nothing is known */
    struct problem *asked;    /* what we answered last, and how; NULL at first */
    int first, second;        /* the two numbers as sent */
};

struct reversi_reading reversi_reading_new(enum reversi_order guess);
void reversi_reading_free(struct reversi_reading *);

/* Takes in the position we are asked about now. */
void reversi_reading_learn(struct reversi_reading *, const struct position *now);

/* A filter for the search (context: the reading): false for a move that is illegal the other way,
 * as long as that matters. */
bool reversi_reading_admits(void *reading, const struct position *, unsigned code);

/* Writes the answer, "pass" or two numbers in the right order with a newline, and remembers the
 * problem it answers, which it owns from then on. */
void reversi_reading_answer(struct reversi_reading *, struct problem *, unsigned code,
                            struct text *);

#endif
