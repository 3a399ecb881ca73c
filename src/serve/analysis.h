/* analysis.h - analysis of a position: best lines, their values, and which values are proven
 *
 * An analyst searches positions of one world and keeps its hash table between searches. Near the
 * end of the game it also runs the exact solver for a part of the time. A value is proven if no
 * estimate went into it. A forced move needs no search, so the analyst searches the position after
 * it.
 *
 * Values are final margins in points for the side to move in the searched position.
 */
#ifndef SERVE_ANALYSIS_H
#define SERVE_ANALYSIS_H

#include "base/budget.h"
#include "game/outlook.h"
#include "game/session.h"
#include "search/search.h"

enum { ANALYSIS_LINES_MAX = 8, ANALYSIS_PLIES = 160 };

struct analysis_line {
    bool has_value; /* false before the first search result */
    double value;
    bool proven;
    bool decided; /* the value's sign is the result (game/outlook.h) */
    bool beyond;  /* the size of the value has no meaning (game/outlook.h) */
    int length;   /* at least 1 */
    unsigned code[ANALYSIS_PLIES];
};

struct analysis {
    const struct position *position;
    bool done;   /* this is the last report */
    bool proven; /* the first line's value is proven, and no move is better */
    int depth;
    uint64_t nodes;
    double seconds;
    int count; /* number of lines, best first; at least 1 */
    struct analysis_line line[ANALYSIS_LINES_MAX];
};

typedef void analysis_listener(void *context, const struct analysis *);

struct analyst;

/* lines: number of best moves to find, from 1 to ANALYSIS_LINES_MAX. */
struct analyst *analyst_new(const struct world *, int lines);
void analyst_free(struct analyst *);

/* Searches the session's position after `ply` moves until the limits are reached or everything is
 * proven. The game must not be over there. The listener, which may be NULL, gets every improvement;
 * the last report is the result. limits.soft is ignored. */
void analyst_run(struct analyst *, const struct session *, int ply, const struct limits *,
                 analysis_listener *, void *context, struct analysis *result);

/* A line's value and how certain it is. */
struct outlook line_outlook(const struct analysis_line *);

/* Wall-clock limits that start now. */
struct limits analysis_limits(double seconds, const atomic_bool *stop);

/* Adds the members of a report: side, depth, nodes, nps, seconds, proven, lines, done. */
void json_analysis(struct text *, const struct analysis *);

/* Adds one line's moves as two members: "line", the names of the moves, and "cells", the squares of
 * each move. */
void json_line(struct text *, const struct position *, const struct analysis_line *);

#endif
