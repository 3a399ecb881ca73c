/* class.h - a whole class on one sheet: as CSV for a gradebook, as a page for people
 *
 * Rows are taken from the sheets as they come and stand for themselves, so they can be written at
 * any time, those that are not done yet too.
 */
#ifndef REFEREE_COURSE_CLASS_H
#define REFEREE_COURSE_CLASS_H

#include "referee/course/grade.h"

enum { CLASS_FAILURES = 12 }; /* cases of one agent that are told in full */

struct class_failure {
    char *name, *reason, *again; /* again: NULL if there is no command */
    const char *meaning;         /* of a fault; NULL if it is none */
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
    int failures; /* that are told */
    struct class_failure failure[CLASS_FAILURES];
};

struct class
{
    const struct syllabus *syllabus;
    const struct time_budget_plan *plan; /* may be NULL */
    const char *bundles;                 /* the folder of the repro bundles; NULL: not told */
    int planned;                         /* how many agents there will be */
    int count;
    struct class_row *row;
};

/* Takes an agent's sheet; one that replaces is put in the place of the last one. */
void class_add(struct class *, const struct grade_sheet *, bool replaces);
void class_free(struct class *);

/* "graded", "cannot be run", "failed on our side", "cut short", "unfinished", "not graded". */
const char *class_state(const struct class_row *);
/* How many of its cases ended by a fault; and "crashed 3, memory 1". */
int class_faults(const struct class_row *);
void class_tell_faults(const struct class_row *, struct text *);

/* A line an agent after a line with names, as RFC 4180 has it. Text that a spreadsheet would take
 * for a formula has an apostrophe before it, and commas stand for its semicolons. */
void class_csv(const struct class *, struct text *);

/* One HTML file that needs nothing but itself and runs no script. */
void class_page(const struct class *, struct text *);

#endif
