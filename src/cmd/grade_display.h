/* grade_display.h - how far a grading is, on standard error
 *
 * On a terminal some lines are drawn anew: submissions done and running, time left, faults. In a
 * log there is a line for each submission of several that is done, and else one every half minute.
 */
#ifndef CMD_GRADE_DISPLAY_H
#define CMD_GRADE_DISPLAY_H

#include "cmd/redraw.h"
#include "referee/course/grade.h"

struct grade_display {
    bool quiet, live; /* live: standard error is a terminal */
    double last;
    struct redraw redraw;
    struct grade_progress progress; /* the latest */
};

void grade_display_open(struct grade_display *, bool quiet);
void grade_display_tell(struct grade_display *, const struct grade_progress *);
/* Before and after something else is printed about an agent that is done. */
void grade_display_pause(struct grade_display *);
void grade_display_done(struct grade_display *, const struct grade_sheet *);

#endif
