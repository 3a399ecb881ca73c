/* sittings.h - sessions of opponent programs, kept between two moves of a game
 *
 * The server keeps no state of a game, but a program may: its folder, with the playdata.txt that
 * its course allows, and with pipes the running program, last as long as its seat. So a seat is
 * kept after a move and found again by the game itself: the same program, the same start position,
 * and moves that continue those it knows. If no seat fits (a move was taken back, or the seat was
 * dropped for another or after a timeout), a new one is made.
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
    struct timespec until; /* when the seat expires, by the monotonic clock */
};

/* Starts a thread that ends sittings not used for patience_ms milliseconds. */
struct sittings *sittings_new(int patience_ms);
void sittings_free(struct sittings *); /* ends all kept sittings */

/* A seat for the side to move, in a game that the program has followed or a new one. Takes
 * ownership of the tale. Returns NULL, with a fault noted, if that fails; the tale is freed
 * then. */
struct sitting *sittings_take(struct sittings *, struct contender *, struct tale *, struct notes *);

/* Every sitting ends with one of these two. sittings_keep() keeps a few, after the answered move
 * has been played in their tale; the one unused longest gives way. It frees a sitting whose game is
 * over, and one of a built-in agent, which has no state between moves. */
void sittings_keep(struct sittings *, struct sitting *);
void sitting_free(struct sitting *);

int sittings_count(struct sittings *); /* number of kept sittings */

#endif
