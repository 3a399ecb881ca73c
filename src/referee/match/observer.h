/* observer.h - who follows the games of a match or tournament while they are played
 *
 * The record of a match, the live line of a terminal, the pause button of a page and the store of a
 * tournament each need to know what happens in a game. Each is an observer, and a bout has a list
 * of them: they are called in its order, for each attempt at the game.
 *
 *     start   the first position and the moves of the opening are there
 *     move    an agent made a move: the last one of the session
 *     end     the attempt has a verdict
 *     drop    the attempt was left without a verdict, because the match or tournament has to stop
 *
 * An attempt is one start, any number of moves, then either end or drop. The calls come from the
 * thread that plays the game, and no clock runs meanwhile: an observer may wait. A match plays
 * games at once, so an observer of a match locks what it shares between them.
 *
 * An observer changes nothing in a game. What counts results needs them in the order of their
 * numbers, not as they happen: that is struct match_delivery (match.h).
 */
#ifndef REFEREE_MATCH_OBSERVER_H
#define REFEREE_MATCH_OBSERVER_H

#include "game/session.h"
#include "referee/match/result.h"

/* Each call may be NULL. The game holds what is known so far: score, plies and clocks are those of
 * the session's last position. */
struct match_observer {
    void (*start)(void *context, const struct match_game *, const struct session *);
    void (*move)(void *context, const struct match_game *, const struct session *,
                 const struct answer *);
    void (*end)(void *context, const struct match_game *, const struct session *);
    void (*drop)(void *context, const struct match_game *);
    void *context;
    const struct match_observer *next; /* NULL: none */
};

/* Each calls all observers of a list; NULL is an empty list. */
void observers_start(const struct match_observer *, const struct match_game *,
                     const struct session *);
void observers_move(const struct match_observer *, const struct match_game *,
                    const struct session *, const struct answer *);
void observers_end(const struct match_observer *, const struct match_game *,
                   const struct session *);
void observers_drop(const struct match_observer *, const struct match_game *);

#endif
