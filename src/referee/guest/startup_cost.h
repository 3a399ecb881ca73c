/* startup_cost.h - the time that an interpreter takes before the first line of a program runs
 *
 * No program can avoid the startup time of its interpreter or virtual machine, and a clock that is
 * scaled down may be shorter than that. So we measure what an empty program of the language costs,
 * on this machine and in the sandbox. This cost is granted for every start of the program, that is
 * for each move, or by pipes for each game, if the clock is so short that it matters. Native
 * programs get nothing, nor do those whose interpreter is a part of the submission: its author
 * could make it slow.
 */
#ifndef REFEREE_GUEST_STARTUP_COST_H
#define REFEREE_GUEST_STARTUP_COST_H

#include "referee/guest/program.h"

struct startup_cost {
    char language[40]; /* the interpreter's name; "" if there is no cost */
    double cpu, wall;  /* seconds; wall without waits for a core */
};

/* Measures the cost within the limits of the options. The result is kept for each interpreter,
 * unless the measurement fails; threads that call meanwhile wait. */
struct startup_cost startup_cost_of(const struct program *, const struct contender_options *);

/* The interpreter that the command starts: its first word, or the one in the "#!" line of the
 * script that it names. False if there is none, or it is not installed here. Nothing is run. */
enum { STARTUP_COST_WORD = 1024 };
bool startup_cost_interpreter(const struct program *, char word[STARTUP_COST_WORD]);

/* The cost by these runs: the highest, but at least 1.5 times the median, rounded up to 10 ms.
 * Sorts the runs. */
enum { STARTUP_COST_RUNS = 5 };
double startup_cost_of_runs(double seconds[STARTUP_COST_RUNS]);

/* For people: program->told and the cost; "" if there is nothing to say. */
enum { STARTUP_COST_TOLD = 400 };
void startup_cost_tell(const struct startup_cost *, const struct program *,
                       char out[STARTUP_COST_TOLD]);

/* The seconds granted for each start, with a clock of these seconds for this many moves: the cost,
 * or 0 if it is less than a hundredth of a move's share, or if there is no clock. */
enum {
    STARTUP_COST_MATTERS = 100,
    STARTUP_COST_MOVES = 10 /* for which a game's clock counts here */
};
double startup_cost_granted(double cost, double clock, int moves);

#endif
