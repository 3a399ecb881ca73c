/* grade_report.h - writes a sheet as a table for people and as JSON; phrases for all reports */
#ifndef REFEREE_COURSE_GRADE_REPORT_H
#define REFEREE_COURSE_GRADE_REPORT_H

#include "referee/course/grade.h"

/* The points of each part, and every case that did not pass, with the reason and the command that
 * runs it again. */
void report_table(const struct grade_sheet *, struct text *);

/* One line with the total, for a table of many agents. */
void report_line(const struct grade_sheet *, struct text *);

/* One object on one line: agent, points, parts, cases. */
void report_json(const struct grade_sheet *, struct text *);

/* --- phrases --- */

const char *report_status(enum grade_status);

/* True if a case was lost by the agent's own fault. */
bool report_is_fault(const struct grade_sheet *, int index);

/* Why a case ended as it did. */
void report_reason(const struct grade_sheet *, int index, struct text *);

/* The command that runs a case again, if it was run and did not pass; else false. */
bool report_again(const struct grade_sheet *, int index, struct text *);

/* The command that grades an agent again without a budget, if the budget has cut cases; else false.
 */
bool report_whole(const struct grade_sheet *, struct text *);

/* "8 of 11 passed, 3 not needed" */
void report_part(const struct grade_sheet *, int part, struct text *);

/* Remarks about the whole sheet, a line each: trouble, cut cases, the budget, confinement. */
void report_remarks(const struct grade_sheet *, struct text *);

#endif
