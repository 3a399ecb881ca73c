/* grade_report.h - a sheet as a table for people and as JSON, and the words that all reports use */
#ifndef REFEREE_COURSE_GRADE_REPORT_H
#define REFEREE_COURSE_GRADE_REPORT_H

#include "referee/course/grade.h"

/* Points of each part, and every case that was not passed, with the reason and the command that
 * shows it again. */
void report_table(const struct grade_sheet *, struct text *);

/* One line with the whole grade, for a table of many agents. */
void report_line(const struct grade_sheet *, struct text *);

/* One object on one line: agent, points, parts, cases. */
void report_json(const struct grade_sheet *, struct text *);

/* --- words --- */

const char *report_status(enum grade_status);

/* True if a case was lost by the agent's own fault. */
bool report_is_fault(const struct grade_sheet *, int index);

/* Why a case ended as it did. */
void report_reason(const struct grade_sheet *, int index, struct text *);

/* The command that runs a case again that was run and not passed; false if there is none. */
bool report_again(const struct grade_sheet *, int index, struct text *);

/* The command that grades an agent without a budget which a budget has cut short; false if none
 * has. */
bool report_whole(const struct grade_sheet *, struct text *);

/* "8 of 11 passed, 3 not needed" */
void report_part(const struct grade_sheet *, int part, struct text *);

/* What concerns the whole sheet, a line each: trouble, what was cut, the budget, confinement. */
void report_remarks(const struct grade_sheet *, struct text *);

#endif
