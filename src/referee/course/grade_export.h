/* grade_export.h - a sheet as other programs want it: Gradescope's results.json, JUnit's XML */
#ifndef REFEREE_COURSE_GRADE_EXPORT_H
#define REFEREE_COURSE_GRADE_EXPORT_H

#include "referee/course/grade.h"

/* The results.json that Gradescope's autograder harness reads: one entry in tests[] a case, or one
 * a part where the part is graded as a whole; a leaderboard of points and CPU time. What the
 * grader prints is for the staff alone. visibility: who sees the tests, one of
 * export_visibilities. */
void export_gradescope(const struct grade_sheet *, const char *visibility, struct text *);

extern const char *const export_visibilities[]; /* the last one is NULL */

/* A testsuite element. The document is EXPORT_JUNIT_HEAD, suites, EXPORT_JUNIT_TAIL. */
void export_junit(const struct grade_sheet *, struct text *);

#define EXPORT_JUNIT_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
#define EXPORT_JUNIT_TAIL "</testsuites>\n"

#endif
