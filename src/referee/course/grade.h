/* grade.h - grades many agents by one syllabus
 *
 * Every case of every agent is a job of its own. Several run at once; the sheets come in the order
 * of the agents, and what a sheet tells does not depend on how many jobs there are. Nothing that an
 * agent does stops the others: one that does not build, or crashes, gets its points and the
 * reasons. Three things end an agent's cases early: a part that needs a majority is decided, the
 * agent is hopeless (give_up.h), or its time is up (time_budget.h) or somebody interrupts; then
 * what was graded so far counts, each part by those of its cases that were run.
 */
#ifndef REFEREE_COURSE_GRADE_H
#define REFEREE_COURSE_GRADE_H

#include "referee/course/candidate.h"
#include "referee/course/time_budget.h"

struct grade_options {
    const struct syllabus *syllabus;
    struct contender_options contender;
    int jobs;
    int give_up;                  /* faults in a row that make an agent hopeless; 0: never */
    struct time_budget_plan plan; /* to which the syllabus was fitted; all zeroes: no budget */
    double end;                   /* when all must have ended, by CLOCK_OF_WALL; 0: whenever */
    const atomic_bool *stop;      /* set by an interrupt; may be NULL */
    const char *resume;           /* path of the state (grade_state.h); NULL: none is kept */
    const char *bundles;          /* directory of the repro bundles; NULL: none are written */
    const char *again; /* options with which a case is run again, for people; may be NULL */
    const char *whole; /* with which an agent is graded again, without a budget */
};

enum grade_status {
    GRADE_PASSED,
    GRADE_HALF, /* drawn where a draw counts half */
    GRADE_FAILED,
    GRADE_NEEDLESS,  /* its part was decided without it */
    GRADE_FORFEITED, /* the agent had failed too often in the same way before it, or has used its
                        time up by being idle */
    GRADE_CUT,       /* not run, or not to its end, for lack of time: it counts for nothing */
    GRADE_VOID       /* failed on our side: the points are not lost, the case must be run again */
};

struct grade_result {
    enum grade_status status;
    struct case_result result; /* of cases that were run */
};

struct grade_sheet {
    const char *spec;
    const char *name; /* of one of several submissions that of its folder or file, with the path
                         where others have it too; of a single one what it calls itself */
    char hash[17];
    const struct syllabus *syllabus;
    const struct time_budget_plan *plan; /* NULL or all zeroes: none */
    const char *rung;        /* how it was metered and confined; NULL or "" if it was not run */
    const char *missing;     /* layers of its confinement that are missing here; "" if none */
    const char *told;        /* what was found in the submission; "" if there is nothing to say */
    const char *calibration; /* what came of its calibrate command; "" if it has none */
    const char *again;       /* options with which a case is run again; NULL: not told */
    const char *whole;       /* with which the agent is, without a budget; NULL: not told */
    char trouble[240];       /* why it could not be prepared; "" if it could */
    struct grade_result *result; /* one for each case, in the order of the syllabus */
    int voids, cut;
    bool unfinished; /* the grading goes on, or was interrupted: this is what there is so far */
    bool untouched;  /* not even begun */
    double points[SYLLABUS_PARTS], total, maximum;
    double seconds; /* of wall clock, that it took here; for people */
    double idle;    /* seconds in which its build and its calibrate command did not compute */
};

/* The points of a single case; 0 in a part that needs the majority. */
double grade_case_points(const struct syllabus_part *);

/* How many cases of a part have this status. */
int grade_count(const struct grade_sheet *, int part, enum grade_status);

/* Fills in points, totals and counts from the results. */
void grade_sum(struct grade_sheet *);

/* Whoever was idle for more than a third of what the plan has for its clocks, in its build, its
 * calibrate command and its cases, those that were cut among them, has used its share up itself:
 * what was cut is forfeited. Otherwise sleeping would choose how few cases decide. */
void grade_forfeit_idle(struct grade_sheet *);

/* The last part of a spec, cut short, in characters that a file's name may have everywhere. */
enum { GRADE_SLUG = 80 };
void grade_slug(const char *spec, char out[GRADE_SLUG]);

/* How far a grading is. */
enum { GRADE_RUNNING = 8 };
struct grade_progress {
    int agents, agents_done;
    long cases, cases_done, cases_known; /* known: of those done, not run in this call */
    int faults, voids, forfeited;        /* faults: cases that ended by one */
    double elapsed;
    double left; /* seconds, by what the cases took so far; below 0: not known yet */
    int running; /* agents whose cases run now; of the first of them: */
    struct grade_running {
        const char *spec;
        int cases_done;
        const char *part; /* of the case that was begun last; NULL: it is being prepared */
        int number;
        double seconds; /* since its first case was begun */
    } now[GRADE_RUNNING];
};

/* All calls come in the thread of grade_run(), and all but sheet() may be NULL. */
struct grade_listener {
    /* An agent is done; the sheet lasts for the call. */
    void (*sheet)(void *context, const struct grade_sheet *);
    /* Another of its cases is done, but not the last one. */
    void (*partial)(void *context, const struct grade_sheet *);
    /* Several times a second, and after every case. */
    void (*progress)(void *context, const struct grade_progress *);
    /* The time is up or an interrupt is seconds old, and something does not end. Every agent's
     * sheet has been handed out. Must not return. */
    void (*give_up)(void *context);
    void *context;
};

/* Grades the agents. False, with a fault noted, if it cannot begin or the state cannot be
 * written. */
bool grade_run(const struct grade_options *, const char *const *specs, int count,
               const struct grade_listener *, struct notes *);

#endif
