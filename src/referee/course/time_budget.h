/* time_budget.h - fits a grading into a total time
 *
 * A platform gives a grading some minutes and ends it without mercy; the courses' clocks allow one
 * student hours. A budget is the wall time of a whole call. It is divided evenly among the agents,
 * and each share is planned before anything runs, from the syllabus alone, so that all agents of
 * a call have the same cases and clocks, and the same call has them again on as many processors:
 *
 *   1. All clocks are shortened by one factor, none below what a program needs to start and answer
 *      (half a second a move, five a game), until an agent that uses all of its time needs no more
 * than 70 % of its share. The rest is for opponents, builds and starts.
 *   2. If that is not enough, fewer games are played, the same part of each part, at least one; in
 *      a part that needs the majority an odd number.
 *   3. If that is not enough, fewer single positions are asked.
 *   4. If that is not enough, the clocks of games are shortened without regard to starts.
 *
 * What remains are the first cases of each part, so a case is the same whatever the budget. While
 * it runs every agent has a moment at which it is ended, whatever it does: what is left of the
 * whole time, divided by the agents that are not done. Agents take their turns: an agent's time
 * runs once the one before it is done. Whoever ends early leaves time to the others, and nobody can
 * take from another's share. A part of the budget is kept for the end.
 */
#ifndef REFEREE_COURSE_TIME_BUDGET_H
#define REFEREE_COURSE_TIME_BUDGET_H

#include "referee/course/syllabus.h"

struct time_budget {
    double seconds; /* of wall clock, for all */
    int agents;
    double
        processors; /* that work at it: jobs, as far as there are processors; 0.5 is half of one */
};

struct time_budget_range {
    double least, most; /* seconds of a clock */
};

/* What was made of it; all zeroes: no budget. */
struct time_budget_plan {
    double seconds, share; /* of the whole; of an agent */
    double processors;     /* for which it was made */
    double clocks;         /* seconds of its share, on all processors, that are for its clocks */
    double build;          /* seconds that a build may take, waiting for a core apart */
    double calibrate;      /* CPU seconds that a calibrate command may take */
    struct time_budget_change {
        int cases, cases_before;
        struct time_budget_range clock, clock_before;
    } part[SYLLABUS_PARTS];
};

/* Shortens the syllabus's clocks and leaves cases out. */
struct time_budget_plan time_budget_fit(struct syllabus *, const struct time_budget *);

/* What an agent that uses all of its clocks takes for the cases of a syllabus, without its
 * opponents and starts. */
double time_budget_clocks(const struct syllabus *);

/* Seconds of a budget that are kept for ending what runs and writing the results. */
double time_budget_reserve(double seconds);

/* The moment at which an agent is ended whose time runs from now on; `left` agents are not done,
 * this one among them. end: when all must have ended. */
double time_budget_end(double now, double end, int left);

/* A line for people about the whole, and one for each part. */
void time_budget_tell(const struct time_budget_plan *, const struct syllabus *, const char *before,
                      struct text *);
/* A member of a JSON object. */
void time_budget_json(const struct time_budget_plan *, const struct syllabus *, struct text *);

#endif
