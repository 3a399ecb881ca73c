/* result.h - the result of a game, and the results of a match so far */
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
    const char *board; /* the file of its start position; NULL: a new game */
    enum verdict verdict;
    int winner; /* 0: a, 1: b, -1: neither */
    int fault;  /* who lost by a fault: 0: a, 1: b, -1: neither */
    int score[2];
    double cpu[2], wall[2], left[2];
    double idle; /* a's seconds by judge_idle() */
    bool timed;  /* left is valid */
    int plies;
    int attempts; /* more than 1: it was played again */
    bool resumed; /* taken from the record of an interrupted match */
    bool dropped; /* not finished, because the match had to stop */
    struct {
        double cpu, wall;
        long switches;
        double stolen;
        int signal, exit_status;
    } last;                     /* of the answer at fault; as in struct answer */
    char detail[400];           /* what exactly was wrong; "" if nothing was */
    char complaint[LAST_WORDS]; /* the last line on stderr of a program at fault; "" if none */
    char bundle[400];           /* "" if none was written */
};

struct match_summary {
    int games;      /* without void ones */
    int wins[2][2]; /* [seat of a: 0 first, 1 second][who won: 0 a, 1 b] */
    int draws[2];   /* by seat of a */
    int voids;
    int faults[2][VERDICT_COUNT]; /* of a and b, by verdict */
    double cpu[2];
    struct tally tally; /* an odd last game and pairs with a void game are not in it */
    double llr, lower, upper;
    int decision; /* of the SPRT: 1 elo1, -1 elo0, 0 open */
    bool stopped; /* ended early, on request */
};

int match_points(const struct match_summary *, int who); /* in half points */

#endif
