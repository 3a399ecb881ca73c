/* class.h - the results of a whole class: as CSV for a gradebook, as an HTML page for people
 *
 * A row copies what it needs from an agent's sheet. So the class can be written at any time, also
 * while some agents are not done.
 */
#ifndef REFEREE_COURSE_CLASS_H
#define REFEREE_COURSE_CLASS_H

#include "referee/course/grade.h"

enum { CLASS_FAILURES = 12 }; /* cases of one agent that are shown in full */

struct class_failure {
    char *name, *reason, *again; /* again: the command that runs it again; NULL for none */
    const char *meaning;         /* of the verdict, if it is a fault; else NULL */
};

struct class_row {
    char *spec, *name, *trouble;
    char *cut; /* why cases were cut, and the command that grades it without a budget; "" */
    char hash[17];
    bool unfinished, untouched;
    double points[SYLLABUS_PARTS], total, maximum, cpu, seconds;
    int count[GRADE_VOID + 1]; /* of cases, by status */
    int faults[VERDICT_COUNT]; /* of cases that ended by a fault */
    char slowest[80];          /* the case that took most CPU time; "" if none was run */
    double slowest_cpu;
    int failures; /* number of failure[] */
    struct class_failure failure[CLASS_FAILURES];
};

struct class
{
    const struct syllabus *syllabus;
    const struct time_budget_plan *plan; /* may be NULL */
    const char *bundles;                 /* the directory of the repro bundles; NULL: not shown */
    int planned;                         /* how many agents there will be */
    int count;
    struct class_row *row;
};

/* Adds a row for an agent's sheet. replaces: it takes the place of the last row. */
void class_add(struct class *, const struct grade_sheet *, bool replaces);
void class_free(struct class *);

/* "graded", "cannot be run", "failed on our side", "cut short", "unfinished", "not graded". */
const char *class_state(const struct class_row *);
/* How many of its cases ended by a fault; and "crashed 3, memory 1". */
int class_faults(const struct class_row *);
void class_tell_faults(const struct class_row *, struct text *);

/* CSV by RFC 4180: a header, then a line for each agent. An apostrophe is put before text that a
 * spreadsheet would take for a formula, and semicolons are replaced by commas. */
void class_csv(const struct class *, struct text *);

/* One self-contained HTML file without scripts. */
void class_page(const struct class *, struct text *);

#endif
