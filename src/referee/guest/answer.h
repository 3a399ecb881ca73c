/* answer.h - one move asked of a contender: the time granted, and what came back */
#ifndef REFEREE_GUEST_ANSWER_H
#define REFEREE_GUEST_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "referee/guest/verdict.h"

/* What the clock grants for one move. Zeroes mean: no limit of that kind. */
struct move_time {
    double remaining; /* CPU seconds left for the rest of the game */
    double cap;       /* seconds for this move, by the game's own clock (CPU or wall) */
    double wall;      /* of the wall clock, left for the rest of the game; 0: a budget for this move
                         alone, as judge_wall_budget() has it */
};

enum { LAST_WORDS = 200 }; /* bytes of stderr's last line that are shown beside a fault */

struct answer {
    enum verdict verdict; /* VERDICT_NONE: code is a legal move */
    unsigned code;
    double cpu, wall;      /* seconds charged for, and passed during, this move */
    double waited;         /* of these, for a core: warden_wall_counted() */
    long switches;         /* involuntary context switches */
    double stolen;         /* seconds that a core of this machine was stopped (stolen.h) */
    int exit_status;       /* of the program, -1 if it did not exit */
    int signal;            /* that ended it, 0 if none */
    bool warden_failed;    /* the process that looks after the program (sabotage.h) */
    size_t memory;         /* peak in bytes, 0 if not known */
    char detail[400];      /* for people: what exactly is wrong, with the line at fault */
    struct text input;     /* what it was given, what came out, the tail of stderr; */
    struct text output;    /* empty for built-in agents. They belong to the seat and last */
    struct text complaint; /* until the next question */
    bool has_value;        /* built-in agents tell what they think */
    double value;          /* expected final margin for the mover, in points */
    bool proven;
    int depth;
    uint64_t nodes;
};

#endif
