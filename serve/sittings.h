/* sittings.h - programs that sit at a game between two of its moves
 *
 * The server keeps nothing about a game, but a program may: its folder, with the playdata.txt that
 * its course allows, and with pipes the program itself last as long as its seat. So a seat is kept
 * after a move and found again by the game itself: the same program, the same start, and moves that
 * go on from those it has seen. Where none fits (a move was taken back, the seat was given up for
 * others) there is a new one.
 */
#ifndef SERVE_SITTINGS_H
#define SERVE_SITTINGS_H

#include "referee/contender.h"
#include "serve/ask.h"

struct sittings;

struct sitting {
    struct contender *contender;
    struct tale tale; /* the game as far as it was shown to the program */
    struct seat *seat;
};

struct sittings *sittings_new(void);
void sittings_free(struct sittings *); /* with all that are kept */

/* A seat for the side to move, in a game that it has followed or a new one; the tale is taken over.
 * NULL, with a fault noted, if there can be none; the tale is ended then. */
struct sitting *sittings_take(struct sittings *, struct contender *, struct tale *, struct notes *);

/* Ends with one of these. A few are kept; the one that waited longest gives way. */
void sittings_keep(struct sittings *, struct sitting *);
void sitting_free(struct sitting *);

#endif
