/* grade_report.h - a sheet as a table for people, as JSON, for Gradescope, and as JUnit's XML */
#ifndef REFEREE_COURSE_GRADE_REPORT_H
#define REFEREE_COURSE_GRADE_REPORT_H

#include "referee/course/grade.h"

/* Points of each part, and every case that was not passed, with the reason. */
void report_table(const struct grade_sheet *, struct text *);

/* One line with the whole grade, for a table of many agents. */
void report_line(const struct grade_sheet *, struct text *);

/* One object on one line: agent, points, parts, cases. */
void report_json(const struct grade_sheet *, struct text *);

/* The results.json that Gradescope's autograder harness reads: one entry in tests[] a case, or one
 * a part where the part is graded as a whole. */
void report_gradescope(const struct grade_sheet *, struct text *);

/* A testsuite element. The document is REPORT_JUNIT_HEAD, suites, REPORT_JUNIT_TAIL. */
void report_junit(const struct grade_sheet *, struct text *);

#define REPORT_JUNIT_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
#define REPORT_JUNIT_TAIL "</testsuites>\n"

#endif
