/* candidate.h - an agent that is graded on the cases of a syllabus
 *
 * Threads may run different cases of the same candidate at the same time.
 */
#ifndef REFEREE_COURSE_CANDIDATE_H
#define REFEREE_COURSE_CANDIDATE_H

#include <stdatomic.h>

#include "referee/course/syllabus.h"
#include "referee/guest/contender.h"
#include "referee/guest/startup_cost.h"

struct candidate;

/* NULL, with a fault noted, if it cannot be prepared. *ours: that is a failure of ours. */
struct candidate *candidate_new(const char *spec, const struct game *,
                                const struct contender_options *, struct notes *, bool *ours);
void candidate_free(struct candidate *);

const struct contender *candidate_contender(const struct candidate *);
/* For people: what was found in the submission, and the time granted for its start; "" if there is
 * nothing to say. */
const char *candidate_told(const struct candidate *);

struct case_result {
    enum verdict verdict; /* VERDICT_NONE: a single position, answered well; VERDICT_OUR_FAILURE:
                             the result counts for nothing */
    double share;         /* of the case's points: 0, 0.5, 1 */
    double cpu;           /* seconds that the candidate used */
    double idle;          /* seconds in which it did not compute (judge_idle()); valid if dropped, 0
                             if known */
    bool known;           /* it was run in an earlier call (grade_state.h) */
    bool dropped;         /* the thread was cancelled (cancel.h): there is no result */
    char detail[600];     /* for people: how it went */
    char complaint[LAST_WORDS]; /* after a fault, the last line of its stderr; "" if none */
    char bundle[400];           /* "" if there is none */
};

/* Runs a case. A failure of ours is tried again (OUR_FAILURE_RETRIES). opponent: NULL for a
 * position. bundle_dir: for the repro bundle of a fault; made if needed. */
void candidate_take(struct candidate *, const struct syllabus *, const struct syllabus_case *,
                    struct contender *opponent, const char *bundle_dir, struct case_result *);

#endif
