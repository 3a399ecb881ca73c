/* calibrated.h - runs a program's calibrate command once and keeps the file that it writes
 *
 * The courses run this command "once (and only once)" before an agent is graded or plays. It runs
 * in a cell of its own, and its calibration.txt is then put into the directory of every game and
 * every question. Its time is not charged to the agent, but limited. If it fails or exceeds the
 * limit, the agent plays without the file.
 */
#ifndef REFEREE_GUEST_CALIBRATED_H
#define REFEREE_GUEST_CALIBRATED_H

#include <stdbool.h>

#include "base/text.h"

enum { CALIBRATE_SECONDS = 300, CALIBRATED_WORDS = 300 };

struct program;
struct calibrated;

/* seconds: the limit of CPU time; the limit of wall time is twice that. 0: the default. */
struct calibrated *calibrated_new(double seconds);
void calibrated_free(struct calibrated *);

/* The contents of calibration.txt, or NULL if there is none. The first call runs the command;
 * threads that call meanwhile wait for it. */
const struct text *calibrated_file(struct calibrated *, const struct program *);

/* For people: how much time the command took, or why there is no file; "" if it has not run yet.
 * *failed: there is no file. */
void calibrated_tell(struct calibrated *, char words[CALIBRATED_WORDS], bool *failed);

/* The seconds in which the command did not compute; 0 if it has not run yet. */
double calibrated_idle(struct calibrated *);

#endif
