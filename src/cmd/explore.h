/* explore.h - a game on the full screen: forth and back through its moves, with live analysis
 *
 * The terminal must have been opened. Where moves may be made, a move that is made anywhere ends
 * the game's old continuation and begins a new one.
 */
#ifndef CMD_EXPLORE_H
#define CMD_EXPLORE_H

#include "game/session.h"

enum { EXPLORE_LINES = 3 }; /* of analysis, unless told otherwise */

struct exploration {
    const char *title;
    struct session *session;
    int ply;         /* that is shown */
    bool may_play;   /* moves may be made */
    bool has_others; /* there are other games to go to */
    bool analysing;
    int lines;
    /* What is to be known about the position at a ply: who has what, and how it came about. */
    void (*describe)(void *context, int ply, struct text *score, struct text *message);
    void *context;
};

enum explore_end { EXPLORE_QUIT, EXPLORE_NEXT, EXPLORE_PREVIOUS };

/* Returns when another game is wanted, or nothing more. */
enum explore_end explore(struct exploration *);

#endif
