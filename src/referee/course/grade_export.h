/* grade_export.h - writes a sheet in the formats of Gradescope (results.json) and JUnit (XML) */
#ifndef REFEREE_COURSE_GRADE_EXPORT_H
#define REFEREE_COURSE_GRADE_EXPORT_H

#include "referee/course/grade.h"

/* The results.json that Gradescope's autograder harness reads. tests[] has one entry for each case,
 * or one for each part that is graded as a whole. The leaderboard has points and CPU time. Only
 * staff sees what the grader prints. visibility: who sees the tests, one of export_visibilities. */
void export_gradescope(const struct grade_sheet *, const char *visibility, struct text *);

extern const char *const export_visibilities[]; /* the last one is NULL */

/* Writes a testsuite element. A document is EXPORT_JUNIT_HEAD, the suites, EXPORT_JUNIT_TAIL. */
void export_junit(const struct grade_sheet *, struct text *);

#define EXPORT_JUNIT_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
#define EXPORT_JUNIT_TAIL "</testsuites>\n"

#endif
