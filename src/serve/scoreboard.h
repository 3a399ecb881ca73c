/* scoreboard.h - live standings of a tournament for the browser
 *
 * Standings take a second or two to compute, and many people may watch. So the first request after
 * new games computes them, at most once every few seconds, and all other requests get the previous
 * ones. The numbers that the store itself has (games done, faults) are always current.
 *
 * Agents are identified by their shown name or alias. Their ids would reveal the order of entry,
 * and so who is behind an alias. Any thread may call these functions.
 */
#ifndef SERVE_SCOREBOARD_H
#define SERVE_SCOREBOARD_H

#include "base/text.h"
#include "tournament/store.h"

struct scoreboard;

/* Opens the store for reading. Returns NULL, with a fault noted, if it holds no tournament. */
struct scoreboard *scoreboard_open(const char *where, struct notes *);
void scoreboard_close(struct scoreboard *);

/* Adds a short object: games, planned, tasks, done, faults, finished, and version, which grows with
 * every new standings. */
bool scoreboard_tick(struct scoreboard *, struct text *, struct notes *);

/* Adds the tournament's settings, its standings, and how each agent's rank has moved. */
bool scoreboard_overview(struct scoreboard *, struct text *, struct notes *);

/* Adds, for each row of the standings, its results against the rows below it: "games:half
 * points". */
bool scoreboard_cross(struct scoreboard *, struct text *, struct notes *);

/* Adds games with their moves, the latest first: between two agents, of one agent (the other NULL),
 * of all agents, or the game with this id. At most SCOREBOARD_GAMES; none if a name is unknown. */
enum { SCOREBOARD_GAMES = 24 };
struct scoreboard_wish {
    const char *of, *and; /* as shown; NULL: any agent */
    int64_t id;           /* 0: any */
};
bool scoreboard_games(struct scoreboard *, const struct scoreboard_wish *, struct text *,
                      struct notes *);

#endif
