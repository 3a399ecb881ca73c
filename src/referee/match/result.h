/* result.h - what came of a game of a match, and of the match so far */
#ifndef REFEREE_MATCH_RESULT_H
#define REFEREE_MATCH_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/statistics.h"
#include "referee/guest/answer.h"

/* One game's result; pairs of fields are in the order a, b. */
struct match_game {
    int number; /* from 1 */
    int first;  /* 0: a moved first */
    uint64_t seed;
    const char *board; /* the file of its start; NULL: a new game */
    enum verdict verdict;
    int winner; /* 0: a, 1: b, -1: nobody */
    int fault;  /* 0, 1: who lost by an own fault; -1: nobody */
    int score[2];
    double cpu[2], wall[2], left[2];
    double idle; /* a's, by judge_idle() */
    bool timed;  /* left means something */
    int plies;
    int attempts; /* more than 1: it was played again */
    bool resumed; /* taken from the record of a match that was cut off */
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

#endif
