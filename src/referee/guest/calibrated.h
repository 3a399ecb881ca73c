/* calibrated.h - a program's calibrate command, run once, and the file that it leaves
 *
 * The courses run it "once (and only once)" before an agent is graded or plays: in a cell of its
 * own, whose calibration.txt is then put into the directory of every game and every question. It
 * is not charged to the agent, but bounded. If it fails, or runs over its bound, the agent has to
 * play without the file.
 */
#ifndef REFEREE_GUEST_CALIBRATED_H
#define REFEREE_GUEST_CALIBRATED_H

#include <stdbool.h>

#include "base/text.h"

enum { CALIBRATE_SECONDS = 300, CALIBRATED_WORDS = 300 };

struct program;
struct calibrated;

/* seconds: of CPU time that it may take, and twice as much of the wall clock; 0: the default. */
struct calibrated *calibrated_new(double seconds);
void calibrated_free(struct calibrated *);

/* The file, or NULL if there is none. The first call runs the command; threads that call meanwhile
 * wait for it. */
const struct text *calibrated_file(struct calibrated *, const struct program *);

/* For people: what it took, or why there is no file; "" as long as it has not run. *failed: there
 * is no file. */
void calibrated_tell(struct calibrated *, char words[CALIBRATED_WORDS], bool *failed);

/* The seconds in which the command did not compute; 0 as long as it has not run. */
double calibrated_idle(struct calibrated *);

#endif
