/* scoreboard.h - a tournament for those who watch it
 *
 * Standings take a second or two to make, and many may watch. So they are made by whoever asks
 * first after games were added, not more often than every few seconds, and everybody else is told
 * the ones before. What the store itself knows (games done, faults) is told at once.
 *
 * Agents are told by what is shown of them, a name or an alias: their ids would tell the order of
 * entry, and so who an alias is. All calls may be made by several threads.
 */
#ifndef SERVE_SCOREBOARD_H
#define SERVE_SCOREBOARD_H

#include "base/text.h"
#include "tournament/store.h"

struct scoreboard;

/* Opens the store to read. NULL, with a fault noted, if there is no tournament in it. */
struct scoreboard *scoreboard_open(const char *where, struct notes *);
void scoreboard_close(struct scoreboard *);

/* A short object: games, planned, tasks, done, faults, finished, and version, which grows with
 * every new standings. */
bool scoreboard_tick(struct scoreboard *, struct text *, struct notes *);

/* What the tournament is like and how it stands, with how each agent's rank has moved. */
bool scoreboard_overview(struct scoreboard *, struct text *, struct notes *);

/* For each row of the standings, what it has against those after it: "games:half points". */
bool scoreboard_cross(struct scoreboard *, struct text *, struct notes *);

/* Games with their moves, the latest first: of both, of one (the other NULL), or of all; or the one
 * of this id. At most SCOREBOARD_GAMES; none if nobody is called like that. */
enum { SCOREBOARD_GAMES = 24 };
struct scoreboard_wish {
    const char *of, *and; /* as shown; NULL: anybody */
    int64_t id;           /* 0: any */
};
bool scoreboard_games(struct scoreboard *, const struct scoreboard_wish *, struct text *,
                      struct notes *);

#endif
