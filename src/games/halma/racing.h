/* racing.h - how many moves each side still needs if the other stands still
 *
 * A race count has two sides: a line that was found, whose length the fewest moves do not exceed,
 * and a number that they do not fall below. Where the two are equal the count is proven. Both are
 * about the race, in which the other side's pieces never move (or are taken off the board); what
 * they say about the game is for race_is_decoupled() and race_is_won() to tell.
 */
#ifndef GAMES_HALMA_RACING_H
#define GAMES_HALMA_RACING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/budget.h"
#include "game/game.h"
#include "games/halma/race.h"

struct race_count {
    int moves; /* of the shortest line that was found; -1: none was */
    int least; /* no line is shorter */
    uint16_t line[RACE_MOVES_MAX];
};

static inline bool race_is_proven(const struct race_count *count)
{
    return count->moves >= 0 && count->moves == count->least;
}

/* Counts a side's moves, whoever is to move; alone: the other's pieces are taken off. A line
 * that is known to be good comes in by *out, or moves = -1. It stops when the count is proven,
 * or at the limits, by their soft time if there is one. Returns the nodes it took. */
uint64_t race_count_moves(const struct position *, int side, bool alone, const struct limits *,
                          struct race_count *out);

/* True if no piece can touch one of the other side any more, unless one of them goes back. */
bool race_is_decoupled(const struct position *);

/* True if the side wins for certain by playing its line, whatever the other does: nothing that
 * the other can do in time disturbs the line or is quicker. *by gets a number of moves that the
 * other will at least lack then. Limits are those of the proof. */
bool race_is_won(const struct position *, int side, const struct race_count *own,
                 const struct limits *, int *by);

/* What the counts are worth to the side to move. verdict: 1 if it wins for certain, -1 if it
 * loses, 0 if that is open and the value an estimate. */
int race_value(const struct position *, const struct race_count *own,
               const struct race_count *other, int verdict);

#endif
