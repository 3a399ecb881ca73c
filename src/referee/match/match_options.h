/* match_options.h - the options of a match: contenders, games, clocks, record */
#ifndef REFEREE_MATCH_MATCH_OPTIONS_H
#define REFEREE_MATCH_MATCH_OPTIONS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "referee/guest/contender.h"
#include "referee/match/boards.h"

struct resume; /* referee/match/resume.h */

/* A value of 0, or the one that a comment names, stands for the game's convention; match_complete()
 * fills it in. */
struct match_options {
    const struct game *game;
    struct setup setup;             /* of every board; the seed is the match's */
    struct contender *contender[2]; /* a, b; they must outlive the match */
    int games;                      /* at most */
    bool best_of; /* end when one has won more than half; match_complete() sets it if games is 0 */
    double time;  /* CPU seconds for each side and game; below 0: no clock (bout.h) */
    double cap;   /* seconds for a move, by the game's clock */
    struct {
        double clock,
            cap;   /* seconds added for a start of a (startup_cost.h): to its clock, to its cap */
        bool once; /* a is started once in a game, for its first move; else for every move */
    } startup;
    int opening_plies; /* random moves before the agents take over. -1: none in the first pair, and
                          a few in later ones if all boards are equal; none on given boards */
    int ply_limit;     /* 0: none; -1: the game's */
    int first;         /* who moves first in the first game: 0 a, 1 b, -1 drawn */
    bool sprt;         /* end when the SPRT of elo0 against elo1 is decided */
    double elo0, elo1;
    int jobs;
    uint64_t seed;
    const struct boards *boards; /* start positions for the pairs, in turn; NULL: new games */
    const char *record;          /* path of the record; NULL: none */
    const struct resume *resume; /* games that the record has already; NULL: none */
    const char *bundles;         /* directory of the repro bundles; NULL: none are written */
    const atomic_bool *stop;     /* set by another thread: no more moves; may be NULL */
    bool interrupts;             /* when stop is set, interrupt the agents that think */
};

#endif
