/* sittings.h - programs that sit at a game between two of its moves
 *
 * The server keeps nothing about a game, but a program may: its folder, with the playdata.txt that
 * its course allows, and with pipes the program itself last as long as its seat. So a seat is kept
 * after a move and found again by the game itself: the same program, the same start, and moves that
 * go on from those it has seen and from its own. Where none fits (a move was taken back, the seat
 * was given up for others or after a while) there is a new one.
 */
#ifndef SERVE_SITTINGS_H
#define SERVE_SITTINGS_H

#include <time.h>

#include "referee/guest/contender.h"
#include "serve/ask.h"

struct sittings;

struct sitting {
    struct contender *contender;
    struct tale tale; /* the game as far as the program knows it */
    struct seat *seat;
    struct timespec until; /* when it is given up, by the monotonic clock */
};

/* A thread gives up the ones for which nobody has asked for patience_ms milliseconds. */
struct sittings *sittings_new(int patience_ms);
void sittings_free(struct sittings *); /* with all that are kept */

/* A seat for the side to move, in a game that it has followed or a new one; the tale is taken over.
 * NULL, with a fault noted, if there can be none; the tale is ended then. */
struct sitting *sittings_take(struct sittings *, struct contender *, struct tale *, struct notes *);

/* Ends with one of these. A few are kept, once the move they answered is played in their tale; the
 * one that waited longest gives way. A game that is over needs no seat any more, nor does a
 * built-in agent, which knows nothing of a game but what it is asked. */
void sittings_keep(struct sittings *, struct sitting *);
void sitting_free(struct sitting *);

int sittings_count(struct sittings *); /* of those that are kept */

#endif
