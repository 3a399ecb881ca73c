/* match.h - a match between two contenders, a and b: games in pairs, clocks, records, statistics
 *
 * Games 2k-1 and 2k form a pair: the same start, seats swapped. Everything that is drawn (who
 * moves first, boards, openings, what random agents do) follows from the seed and the game's
 * number, so a match does not depend on the number of jobs: where time decides nothing, its
 * decisions are the same whenever it is run.
 *
 * A game that fails on our side is played again, three times at the most, then it is void and
 * counts for nobody. A level game that nothing decides is played again from another start where
 * the game's convention wants that.
 */
#ifndef REFEREE_MATCH_MATCH_H
#define REFEREE_MATCH_MATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/statistics.h"
#include "referee/guest/contender.h"

/* Fields of 0 (or as said) ask for the game's convention; match_complete() fills them in. */
struct match_options {
    const struct game *game;
    struct setup setup;             /* of every board; the seed is the match's */
    struct contender *contender[2]; /* a, b; they must outlive the match */
    int games;                      /* at most */
    bool best_of;      /* end when one has won more than half; set where games is left open */
    double time;       /* CPU seconds a side and game; below 0: no clock, see bout.h */
    double cap;        /* seconds a move, by the game's clock */
    int opening_plies; /* random moves before the agents take over; -1: the first pair begins at
                          the start itself, later ones with a few moves where boards do not
                          differ anyway */
    int ply_limit;     /* 0: none; -1: the game's */
    int first;         /* who moves first in the first game: 0 a, 1 b, -1 drawn */
    bool sprt;         /* end when the test of elo0 against elo1 is decided */
    double elo0, elo1;
    int jobs;
    uint64_t seed;
    const char *record;      /* path of the record; NULL: none */
    const char *bundles;     /* directory of the repro bundles; NULL: none are written */
    const atomic_bool *stop; /* set by somebody else: no more moves; may be NULL */
};

/* One game's result; pairs of fields are in the order a, b. */
struct match_game {
    int number; /* from 1 */
    int first;  /* 0: a moved first */
    uint64_t seed;
    enum verdict verdict;
    int winner; /* 0: a, 1: b, -1: nobody */
    int fault;  /* 0, 1: who lost by an own fault; -1: nobody */
    int score[2];
    double cpu[2], wall[2], left[2];
    bool timed; /* left means something */
    int plies;
    int attempts; /* more than 1: it was played again */
    bool dropped; /* left before its end, because the match was over */
    struct {
        double cpu, wall;
        long switches;
        double stolen;
        int signal, exit_status;
    } last;                     /* of the answer at fault; as in struct answer */
    char detail[400];           /* what exactly was wrong; "" if nothing was */
    char complaint[LAST_WORDS]; /* what a program at fault said last on stderr; "" if nothing */
    char bundle[400];           /* "" if none was written */
};

struct match_summary {
    int games;      /* counted: without voids */
    int wins[2][2]; /* [seat of a: 0 first, 1 second][who won: 0 a, 1 b] */
    int draws[2];   /* by seat of a */
    int voids;
    int faults[2][VERDICT_COUNT]; /* whose, of which kind */
    double cpu[2];
    struct tally tally; /* an odd last game and pairs with a void game are not in it */
    double llr, lower, upper;
    int decision; /* of the sequential test: 1 elo1, -1 elo0, 0 open */
    bool stopped; /* on request, before its end */
};

int match_points(const struct match_summary *, int who); /* in half points */

/* A game while it is being played. */
struct match_progress {
    int number, ply, first;
    int score[2];
    double left[2];
};

/* Called by one thread at a time; each may be NULL. */
struct match_listener {
    void (*game)(void *context, const struct match_game *, const struct match_summary *so_far);
    void (*move)(void *context, const struct match_progress *);
    /* Asked to stop, the match has waited a while, but somebody still thinks about a move. The
     * record is complete. This is to end the process with _exit(), and so every program that was
     * started; if it is NULL the match waits on. */
    void (*give_up)(void *context, const struct match_summary *);
    void *context;
};

/* Fills in what is left to the game's convention. */
void match_complete(struct match_options *);

/* Plays a match of complete options; listener->game gets the games in the order of their numbers.
 * False, with a fault noted, if it cannot begin or its record cannot be written. */
bool match_run(const struct match_options *, const struct match_listener *, struct match_summary *,
               struct notes *);

#endif
