/* settings.h - what a tournament is like: its game, format, clocks and limits
 *
 * Made once, by 'plywood tournament new', kept in the store as JSON, the same for every worker.
 */
#ifndef TOURNAMENT_SETTINGS_H
#define TOURNAMENT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/notes.h"
#include "base/text.h"
#include "game/game.h"
#include "referee/guest/contender_options.h"

enum format {
    FORMAT_ROUND_ROBIN,
    FORMAT_GAUNTLET, /* everybody against a ladder of fixed agents */
    FORMAT_SWISS,
    FORMAT_KNOCK_OUT,
    FORMAT_UNTIL_CERTAIN /* games go where the order is open, until it is settled */
};

enum { SETTINGS_TITLE = 120 };

struct settings {
    char title[SETTINGS_TITLE];
    const struct game *game;
    struct setup setup; /* of every board; the seed is the tournament's */
    enum format format;
    int games;          /* of an encounter of two agents (until certain: of a task, 2) */
    bool best_of;       /* it ends as soon as one has won more than half of them */
    int rounds;         /* Swiss: how many */
    int top;            /* until certain: how many places; 0: all */
    int64_t most_games; /* until certain: give up then; 0: as plan.h says */
    double time;        /* as in struct match_options */
    double cap;
    int opening_plies, ply_limit;
    uint64_t seed;
    struct contender_options limits; /* sandbox, memory, nodes … */
    bool anonymous;
};

/* The words of the formats, for the command line and JSON: "round-robin" … */
const char *format_name(enum format);
bool format_of_name(const char *, enum format *);

/* As JSON. */
void settings_write(const struct settings *, struct text *out);
/* Of these, what a game depends on besides its agents and its start. */
void settings_write_conditions(const struct settings *, struct text *out);
/* False, with a fault noted, if the JSON is none of ours. */
bool settings_read(const char *json, struct settings *, struct notes *);

#endif
