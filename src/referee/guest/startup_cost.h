/* startup_cost.h - what the start of a program costs before its first line runs
 *
 * An interpreter or a virtual machine takes its time to start, which no program in that language
 * can save; a clock that is scaled down may be shorter than that. So what an empty program of the
 * language costs is measured, here and now, in the sandbox. It is granted for every start of the
 * program, a move or with pipes a game, if the clock is short enough for it to matter. A native
 * program has no floor, nor has one that runs by an interpreter which its author brings along.
 */
#ifndef REFEREE_GUEST_STARTUP_COST_H
#define REFEREE_GUEST_STARTUP_COST_H

#include "referee/guest/program.h"

struct startup_cost {
    char language[40]; /* the interpreter's name; "" if there is no floor */
    double cpu, wall;  /* seconds; wall without the waiting for a core */
};

/* Measured within the limits of the options, once a process for each interpreter unless it fails;
 * threads that ask meanwhile wait. */
struct startup_cost startup_cost_of(const struct program *, const struct contender_options *);

/* The interpreter that its command starts, or that the script names which it starts; false if there
 * is none, or none that is installed here. Nothing is run. */
enum { STARTUP_COST_WORD = 1024 };
bool startup_cost_interpreter(const struct program *, char word[STARTUP_COST_WORD]);

/* What a start may cost by these runs, which are sorted: their highest, at least 1.5 times their
 * median, rounded up to 10 ms. */
enum { STARTUP_COST_RUNS = 5 };
double startup_cost_of_runs(double seconds[STARTUP_COST_RUNS]);

/* For people: what was found in a submission (struct program), and its floor; "" if there is
 * nothing to say. */
enum { STARTUP_COST_TOLD = 400 };
void startup_cost_tell(const struct startup_cost *, const struct program *,
                       char out[STARTUP_COST_TOLD]);

/* Of a floor: what is granted for each start with a clock of this many seconds, which is for this
 * many moves; 0 if it is less than a hundredth of a move's share, or if there is no clock. */
enum {
    STARTUP_COST_MATTERS = 100,
    STARTUP_COST_MOVES = 10 /* for which a game's clock counts here */
};
double startup_cost_granted(double cost, double clock, int moves);

#endif
