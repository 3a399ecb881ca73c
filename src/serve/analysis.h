/* analysis.h - what is to be said about a position: the best lines, how good, how certain
 *
 * An analyst looks at positions of one world and remembers between them. Where the end of the game
 * is near it asks the exact solver as well, for a part of the time; a value is proven if no
 * estimate went into it. A forced move needs no search: the analyst looks at what follows it.
 *
 * Values are final margins in points for the side to move in the position asked about.
 */
#ifndef SERVE_ANALYSIS_H
#define SERVE_ANALYSIS_H

#include "base/budget.h"
#include "game/outlook.h"
#include "game/session.h"
#include "search/search.h"

enum { ANALYSIS_LINES_MAX = 8, ANALYSIS_PLIES = 160 };

struct analysis_line {
    bool has_value; /* not yet if nothing has been searched */
    double value;
    bool proven;
    bool decided; /* the value's sign is the result (game/outlook.h) */
    bool beyond;  /* how large the value is means nothing (game/outlook.h) */
    int length;   /* at least 1 */
    unsigned code[ANALYSIS_PLIES];
};

struct analysis {
    const struct position *position;
    bool done;   /* nothing more will come */
    bool proven; /* the first line's value, and that nothing is better */
    int depth;
    uint64_t nodes;
    double seconds;
    int count; /* of lines, best first; at least 1 */
    struct analysis_line line[ANALYSIS_LINES_MAX];
};

typedef void analysis_listener(void *context, const struct analysis *);

struct analyst;

/* lines: how many of the best moves are wanted, from 1 to ANALYSIS_LINES_MAX. */
struct analyst *analyst_new(const struct world *, int lines);
void analyst_free(struct analyst *);

/* Searches the session's position after `ply` moves, which must not be over, until the limits are
 * reached or everything is proven. The listener, if any, hears of every improvement; the last
 * report is the result. limits.soft is not looked at. */
void analyst_run(struct analyst *, const struct session *, int ply, const struct limits *,
                 analysis_listener *, void *context, struct analysis *result);

/* A line's value and how certain it is. */
struct outlook line_outlook(const struct analysis_line *);

/* Limits by the wall clock from now on. */
struct limits analysis_limits(double seconds, const atomic_bool *stop);

/* The members of a report: side, depth, nodes, nps, seconds, proven, lines, done. */
void json_analysis(struct text *, const struct analysis *);

/* One line's moves as two members: "line", their names, and "cells", for each move the squares that
 * stand for it. */
void json_line(struct text *, const struct position *, const struct analysis_line *);

#endif
