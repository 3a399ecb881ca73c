/* answer.h - one move asked of a contender: the time granted, and what came back */
#ifndef REFEREE_GUEST_ANSWER_H
#define REFEREE_GUEST_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "referee/guest/verdict.h"

/* The time granted for one move; 0: no limit of that kind. */
struct move_time {
    double remaining; /* CPU seconds left for the rest of the game */
    double cap;       /* seconds for this move, by the game's own clock (CPU or wall) */
    double wall;      /* seconds of the wall clock left for the rest of the game; 0: this move has
                         a budget of its own, judge_wall_budget() */
};

enum { LAST_WORDS = 200 }; /* bytes of stderr's last line that are shown beside a fault */

struct answer {
    enum verdict verdict; /* VERDICT_NONE: code is a legal move */
    unsigned code;
    double cpu, wall;      /* seconds of CPU time charged for this move, and of wall time */
    double waited;         /* the part of wall in which it waited for a core */
    long switches;         /* involuntary context switches */
    double stolen;         /* seconds of steal time (stolen.h) */
    int exit_status;       /* of the program, -1 if it did not exit */
    int signal;            /* that ended it, 0 if none */
    bool warden_failed;    /* then the fault may still be the program's (sabotage.h) */
    size_t memory;         /* peak in bytes, 0 if not known */
    char detail[400];      /* for people: what exactly is wrong, with the line at fault */
    struct text input;     /* what it was given, its answer, and the tail of its stderr; */
    struct text output;    /* empty for built-in agents. The seat owns the three texts, and they */
    struct text complaint; /* are valid until the next question */
    bool has_value;        /* a built-in agent has filled in what follows */
    double value;          /* expected final margin for the mover, in points */
    bool proven;
    int depth;
    uint64_t nodes;
};

#endif
