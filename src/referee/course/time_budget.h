/* time_budget.h - fits a grading into a total time
 *
 * A grading platform kills a grading after some minutes, while the clocks of the courses allow one
 * student hours. A budget is the wall time of a whole call. It is divided evenly among the agents,
 * and each share is planned before anything runs, from the syllabus alone. So all agents of a call
 * have the same cases and clocks, and so has the same call later on as many CPUs. The plan:
 *
 *   1. All clocks are shortened by one factor, but not below what a program needs to start and
 *      answer (half a second a move, five seconds a game), until an agent that uses all of its time
 *      needs at most 70 % of its share. The rest is for opponents, builds and starts.
 *   2. If that is not enough, fewer games are played: the same fraction of each part, but at least
 *      one, and in a part that needs the majority an odd number.
 *   3. If that is not enough, fewer single positions are asked.
 *   4. If that is not enough, the clocks of games are shortened below the minimum of step 1.
 *
 * The cases that remain are the first ones of each part, so a case is the same under any budget.
 * During the grading every agent has a deadline, at which it is ended: what is left of the whole
 * time, divided by the number of agents that are not done. The time of an agent starts when the
 * agent before it is done. So an agent that ends early leaves time to the others, and no agent can
 * take time from another's share. A part of the budget is reserved for the end of the call.
 */
#ifndef REFEREE_COURSE_TIME_BUDGET_H
#define REFEREE_COURSE_TIME_BUDGET_H

#include "referee/course/syllabus.h"

struct time_budget {
    double seconds; /* of wall time, for all agents */
    int agents;
    double processors; /* CPUs used: min(jobs, CPUs); may be fractional */
};

struct time_budget_range {
    double least, most; /* seconds of a clock */
};

/* The plan; all zeroes: no budget. */
struct time_budget_plan {
    double seconds, share; /* of the call; of one agent */
    double processors;     /* as in the budget */
    double clocks;         /* CPU seconds of an agent's share that are for its clocks */
    double build;          /* limit in seconds of a build, not counting waits for a core */
    double calibrate;      /* limit in CPU seconds of a calibrate command */
    struct time_budget_change {
        int cases, cases_before;
        struct time_budget_range clock, clock_before;
    } part[SYLLABUS_PARTS];
};

/* Shortens the clocks of the syllabus and removes cases, by the plan above. */
struct time_budget_plan time_budget_fit(struct syllabus *, const struct time_budget *);

/* The seconds that an agent needs for a syllabus if it uses all of its clocks, without its
 * opponents and starts. */
double time_budget_clocks(const struct syllabus *);

/* The seconds of a budget that are reserved for ending what runs and writing the results. */
double time_budget_reserve(double seconds);

/* The deadline of an agent whose time starts now. left: the number of agents that are not done,
 * with this one. end: when all must have ended. */
double time_budget_end(double now, double end, int left);

/* For people: a line about the whole plan, and one for each part. */
void time_budget_tell(const struct time_budget_plan *, const struct syllabus *, const char *before,
                      struct text *);
/* The plan as a member of a JSON object. */
void time_budget_json(const struct time_budget_plan *, const struct syllabus *, struct text *);

#endif
