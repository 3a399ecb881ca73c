/* tournament_display.h - how a tournament stands, for a terminal and for programs
 *
 * On a terminal the last lines are drawn anew while games are played; elsewhere a line comes now
 * and then. Names were made fit to be shown when they were entered.
 */
#ifndef CMD_TOURNAMENT_DISPLAY_H
#define CMD_TOURNAMENT_DISPLAY_H

#include "tournament/standings.h"

enum display_mode { DISPLAY_LIVE, DISPLAY_LINES, DISPLAY_JSON, DISPLAY_QUIET };

/* Standings for people: progress, agents, faults, hosts; at most this many rows, 0: all. */
void display_print(struct store *, const struct standings *, int rows, struct text *out,
                   struct notes *);
/* The same as one object of JSON. */
void display_json(struct store *, const struct standings *, struct text *out, struct notes *);

/* A run that is watched. */
struct display;
struct display *display_new(struct store *, bool anonymous, enum display_mode);
void display_free(struct display *);
/* A game has ended, in any thread; and a moment has passed, in the caller's thread. */
void display_game(struct display *, const struct store_game *);
void display_tick(struct display *);
/* Takes the live lines away, and tells the faults that are left. */
void display_end(struct display *);

#endif
