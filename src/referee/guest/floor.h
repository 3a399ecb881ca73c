/* floor.h - what the start of a program costs before its first line runs
 *
 * An interpreter or a virtual machine takes its time to start, which no program in that language
 * can save; a clock that is scaled down may be shorter than that. So what an empty program of the
 * language costs is measured, here and now, in the sandbox. It is granted for every start of the
 * program, a move or with pipes a game, if the clock is short enough for it to matter. A native
 * program has no floor, nor has one that runs by an interpreter which its author brings along.
 */
#ifndef REFEREE_GUEST_FLOOR_H
#define REFEREE_GUEST_FLOOR_H

#include "referee/guest/program.h"

struct floor {
    char language[40]; /* the interpreter's name; "" if there is no floor */
    double cpu, wall;  /* seconds; wall without the waiting for a core */
};

/* Measured within the limits of the options, once a process for each interpreter unless it fails;
 * threads that ask meanwhile wait. */
struct floor floor_of(const struct program *, const struct contender_options *);

/* The interpreter that its command starts, or that the script names which it starts; false if there
 * is none, or none that is installed here. Nothing is run. */
enum { FLOOR_WORD = 1024 };
bool floor_interpreter(const struct program *, char word[FLOOR_WORD]);

/* What a start may cost by these runs, which are sorted: their highest, at least 1.5 times their
 * median, rounded up to 10 ms. */
enum { FLOOR_RUNS = 5 };
double floor_of_runs(double seconds[FLOOR_RUNS]);

/* For people: what was found in a submission (struct program), and its floor; "" if there is
 * nothing to say. */
enum { FLOOR_TOLD = 400 };
void floor_tell(const struct floor *, const struct program *, char out[FLOOR_TOLD]);

/* Of a floor: what is granted for each start with a clock of this many seconds, which is for this
 * many moves; 0 if it is less than a hundredth of a move's share, or if there is no clock. */
enum { FLOOR_MATTERS = 100, FLOOR_MOVES = 10 /* for which a game's clock counts here */ };
double floor_granted(double floor, double clock, int moves);

#endif
