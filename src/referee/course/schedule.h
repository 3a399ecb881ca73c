/* schedule.h - the order in which the cases of a syllabus are run
 *
 * Single positions come first, because they are cheap and informative; then games. The games of all
 * parts are interleaved in proportion to the sizes of the parts; within a part they keep their
 * order. So if time runs out, the games that were played are a fair sample of all parts.
 */
#ifndef REFEREE_COURSE_SCHEDULE_H
#define REFEREE_COURSE_SCHEDULE_H

#include "referee/course/syllabus.h"

/* Fills in the indexes of all cases in that order. */
void schedule_make(const struct syllabus *, int *order);

#endif
