/* standstill.h - facet: what follows if the opponent's pieces stay where they are
 *
 * The search expects the best replies, and so it overlooks both ends of a game against somebody who
 * does not play along: the quick win that only best replies prevent, and the position in which
 * nobody can win any more.
 */
#ifndef GAME_STANDSTILL_H
#define GAME_STANDSTILL_H

#include <stdbool.h>

struct position;
struct text;

struct standstill {
    /* True if nearly all of the opponent's pieces are still where they began. */
    bool (*stays)(const struct position *);
    /* True if the opponent seems to stay, and a few moves win if it does: *move is the next of
     * them. Whether it may be made is for a search to say. */
    bool (*hurry)(const struct position *, unsigned *move);
    /* True if no side can win as long as the other side's pieces stay; adds why, as the end of a
     * sentence. */
    bool (*is_dead)(const struct position *, struct text *why);
};

#endif
