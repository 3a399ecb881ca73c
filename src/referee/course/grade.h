/* grade.h - grades many agents by one syllabus
 *
 * Every case of every agent is a job of its own, and several jobs run at once. The sheets are
 * delivered in the order of the agents, and their contents do not depend on the number of jobs. No
 * agent can stop the others: one that does not build, or crashes, gets its points and the reasons.
 * Three things end an agent's cases early. A part that needs a majority is decided; the agent fails
 * every time (give_up.h); its time is up (time_budget.h), or there is an interrupt. In the last
 * case each part counts by those of its cases that were run.
 */
#ifndef REFEREE_COURSE_GRADE_H
#define REFEREE_COURSE_GRADE_H

#include "referee/course/candidate.h"
#include "referee/course/time_budget.h"

struct grade_options {
    const struct syllabus *syllabus;
    struct contender_options contender;
    int jobs;
    int give_up;                  /* faults in a row after which an agent is given up; 0: never */
    struct time_budget_plan plan; /* to which the syllabus was fitted; all zeroes: no budget */
    double end;                   /* when all must have ended, by CLOCK_OF_WALL; 0: no limit */
    const atomic_bool *stop;      /* set by an interrupt; may be NULL */
    const char *resume;           /* path of the state (grade_state.h); NULL: none is kept */
    const char *bundles;          /* directory of the repro bundles; NULL: none are written */
    const char *again;            /* for people: options that run a case again; may be NULL */
    const char *whole;            /* likewise: options that grade an agent without a budget */
};

enum grade_status {
    GRADE_PASSED,
    GRADE_HALF, /* drawn where a draw counts half */
    GRADE_FAILED,
    GRADE_NEEDLESS,  /* not needed: its part was decided before */
    GRADE_FORFEITED, /* the agent was given up before (give_up.h), or has spent its time idle */
    GRADE_CUT,       /* not run, or not to its end, for lack of time: the case does not count */
    GRADE_VOID       /* our failure: no points are lost, the case must be run again */
};

struct grade_result {
    enum grade_status status;
    struct case_result result; /* of cases that were run */
};

struct grade_sheet {
    const char *spec;
    const char *name; /* of a single submission its own name; of one of several that of its
                         directory or file, with the path if others have the same */
    char hash[17];
    const struct syllabus *syllabus;
    const struct time_budget_plan *plan; /* NULL or all zeroes: none */
    const char *rung;        /* how it was metered and confined; NULL or "" if it was not run */
    const char *missing;     /* layers of confinement that are missing here; "" if none */
    const char *told;        /* what was found in the submission; "" if there is nothing to say */
    const char *calibration; /* the result of its calibrate command; "" if it has none */
    const char *again;       /* as in the options; NULL: not shown */
    const char *whole;       /* likewise */
    char trouble[240];       /* why it could not be prepared; "" if it could */
    struct grade_result *result; /* one for each case, in the order of the syllabus */
    int voids, cut;
    bool unfinished; /* the grading goes on, or was interrupted: these are the results so far */
    bool untouched;  /* the grading of this agent has not begun */
    double points[SYLLABUS_PARTS], total, maximum;
    double seconds; /* wall time of the grading, for people */
    double idle;    /* seconds in which its build and its calibrate command did not compute */
};

/* The points of a single case; 0 in a part that needs the majority. */
double grade_case_points(const struct syllabus_part *);

/* How many cases of a part have this status. */
int grade_count(const struct grade_sheet *, int part, enum grade_status);

/* Fills in points, totals and counts from the results. */
void grade_sum(struct grade_sheet *);

/* Forfeits the cut cases of an agent that was idle for more than a third of the time that the plan
 * has for its clocks: in its build, its calibrate command and its cases, cut ones included. Such an
 * agent has used up its share itself. Otherwise it could sleep to choose how few cases count. */
void grade_forfeit_idle(struct grade_sheet *);

/* The last part of a spec, shortened, in characters that are portable in file names. */
enum { GRADE_SLUG = 80 };
void grade_slug(const char *spec, char out[GRADE_SLUG]);

/* The progress of a grading. */
enum { GRADE_RUNNING = 8 };
struct grade_progress {
    int agents, agents_done;
    long cases, cases_done, cases_known; /* known: of those done, not run in this call */
    int faults, voids, forfeited;        /* faults: cases that ended by a fault */
    double elapsed;
    double left; /* seconds, estimated by the cases so far; below 0: not known yet */
    int running; /* agents whose cases run now; now[]: the first of them */
    struct grade_running {
        const char *spec;
        int cases_done;
        const char *part; /* part and number of the case begun last; NULL: it is being prepared */
        int number;
        double seconds; /* since its first case began */
    } now[GRADE_RUNNING];
};

/* All calls come from the thread of grade_run(). All but sheet() may be NULL. */
struct grade_listener {
    /* An agent is done. The sheet is valid during the call. */
    void (*sheet)(void *context, const struct grade_sheet *);
    /* A case is done, but not the agent's last one. */
    void (*partial)(void *context, const struct grade_sheet *);
    /* Several times a second, and after every case. */
    void (*progress)(void *context, const struct grade_progress *);
    /* Some jobs do not end, although the time is up or an interrupt is seconds old. All sheets have
     * been delivered. Must end the process and not return. */
    void (*give_up)(void *context);
    void *context;
};

/* Grades the agents. False, with a fault noted, if it cannot begin or cannot write its state. */
bool grade_run(const struct grade_options *, const char *const *specs, int count,
               const struct grade_listener *, struct notes *);

#endif
