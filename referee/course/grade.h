/* grade.h - grades many agents by one syllabus
 *
 * Every case of every agent is a job of its own. Several run at once; the sheets come in the order
 * of the agents. Nothing that an agent does stops the others: one that does not build, or crashes,
 * gets its points and the reasons. A part that needs a majority ends as soon as the majority is
 * there, or out of reach.
 */
#ifndef REFEREE_COURSE_GRADE_H
#define REFEREE_COURSE_GRADE_H

#include "referee/course/candidate.h"

struct grade_options {
    const struct syllabus *syllabus;
    struct contender_options contender;
    int jobs;
    const char *resume;  /* path of the state (grade_state.h); NULL: none is kept */
    const char *bundles; /* directory of the repro bundles; NULL: none are written */
};

enum grade_status {
    GRADE_PASSED,
    GRADE_HALF, /* drawn where a draw counts half */
    GRADE_FAILED,
    GRADE_NEEDLESS, /* its part was decided without it */
    GRADE_VOID      /* failed on our side: the points are not lost, the case must be run again */
};

struct grade_result {
    enum grade_status status;
    struct case_result result; /* of cases that were run */
};

struct grade_sheet {
    const char *spec, *name;
    char hash[17];
    const struct syllabus *syllabus;
    const char *rung;            /* how it was metered and confined; NULL or "" if it was not run */
    const char *missing;         /* layers of its confinement that are missing here; "" if none */
    const char *calibration;     /* what came of its calibrate command; "" if it has none */
    char trouble[240];           /* why it could not be prepared; "" if it could */
    struct grade_result *result; /* one for each case, in the order of the syllabus */
    int voids;
    double points[SYLLABUS_PARTS], total, maximum;
};

/* The points of a single case; 0 in a part that needs the majority. */
double grade_case_points(const struct syllabus_part *);

/* The last part of a spec, cut short, in characters that a file's name may have everywhere. */
enum { GRADE_SLUG = 80 };
void grade_slug(const char *spec, char out[GRADE_SLUG]);

/* Gets a sheet, which lasts for the call. */
typedef void grade_listener(void *context, const struct grade_sheet *);

/* Grades the agents. False, with a fault noted, if it cannot begin or the state cannot be
 * written. */
bool grade_run(const struct grade_options *, const char *const *specs, int count, grade_listener *,
               void *context, struct notes *);

#endif
