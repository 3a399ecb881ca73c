/* match_options.h - what a match consists of: contenders, games, clocks, record */
#ifndef REFEREE_MATCH_MATCH_OPTIONS_H
#define REFEREE_MATCH_MATCH_OPTIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "referee/guest/contender.h"
#include "referee/match/boards.h"

struct resume; /* referee/match/resume.h */

/* Fields of 0 (or as said) ask for the game's convention; match_complete() fills them in. */
struct match_options {
    const struct game *game;
    struct setup setup;             /* of every board; the seed is the match's */
    struct contender *contender[2]; /* a, b; they must outlive the match */
    int games;                      /* at most */
    bool best_of; /* end when one has won more than half; set where games is left open */
    double time;  /* CPU seconds a side and game; below 0: no clock, see bout.h */
    double cap;   /* seconds a move, by the game's clock */
    struct {
        double clock,
            cap;   /* seconds that a has more for a start (startup_cost.h), by its clock and cap */
        bool once; /* it starts once a game, with its first move; else with every one */
    } startup;
    int opening_plies; /* random moves before the agents take over; -1: the first pair begins at
                          the start itself, later ones with a few moves where boards do not
                          differ anyway; none on given boards */
    int ply_limit;     /* 0: none; -1: the game's */
    int first;         /* who moves first in the first game: 0 a, 1 b, -1 drawn */
    bool sprt;         /* end when the test of elo0 against elo1 is decided */
    double elo0, elo1;
    int jobs;
    uint64_t seed;
    const struct boards *boards; /* start positions, which the pairs go through; NULL: new games */
    const char *record;          /* path of the record; NULL: none */
    const struct resume *resume; /* what that holds of this match already; NULL: nothing */
    const char *bundles;         /* directory of the repro bundles; NULL: none are written */
    const atomic_bool *stop;     /* set by somebody else: no more moves; may be NULL */
    bool interrupts;             /* once it is set, whoever thinks about a move is ended */
};

#endif
