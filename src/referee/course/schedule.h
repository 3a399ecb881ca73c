/* schedule.h - in which order the cases of a syllabus are run
 *
 * The cheap and telling ones come first: single positions, then games. Games of several parts are
 * interleaved, each part as far along as the others, opponents in their order; so wherever the time
 * ends, what was played is a fair sample of all parts.
 */
#ifndef REFEREE_COURSE_SCHEDULE_H
#define REFEREE_COURSE_SCHEDULE_H

#include "referee/course/syllabus.h"

/* Fills in the indexes of all cases, in the order in which they are run. */
void schedule_make(const struct syllabus *, int *order);

#endif
