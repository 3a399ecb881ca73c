/* candidate.h - an agent that is graded: it takes the cases of a syllabus, one at a time
 *
 * Several threads may have the same candidate take several cases at once.
 */
#ifndef REFEREE_COURSE_CANDIDATE_H
#define REFEREE_COURSE_CANDIDATE_H

#include <stdatomic.h>

#include "referee/course/syllabus.h"
#include "referee/guest/contender.h"
#include "referee/guest/startup_cost.h"

struct candidate;

/* NULL, with a fault noted, if it cannot be prepared. *ours: the fault is on our side. */
struct candidate *candidate_new(const char *spec, const struct game *,
                                const struct contender_options *, struct notes *, bool *ours);
void candidate_free(struct candidate *);

const struct contender *candidate_contender(const struct candidate *);
/* For people: what was found in the submission, and what is granted for its start; "" if there is
 * nothing to say. */
const char *candidate_told(const struct candidate *);

struct case_result {
    enum verdict verdict; /* VERDICT_NONE: a single position, answered well; VERDICT_OUR_FAILURE:
                             the result counts for nothing */
    double share;         /* of the case's points: 0, 0.5, 1 */
    double cpu;           /* seconds that the candidate used */
    double idle;          /* seconds in which it did nothing, by judge_idle(); dropped ones have it
                             too, known ones do not */
    bool known;           /* it was run in an earlier call (grade_state.h) */
    bool dropped;     /* left before its end because the thread had to leave (cancel.h): there is
                         no result */
    char detail[600]; /* for people: how it went */
    char complaint[LAST_WORDS]; /* what it said last on stderr, of a fault; "" if nothing */
    char bundle[400];           /* "" if there is none */
};

/* What fails on our side is tried again (OUR_FAILURE_RETRIES). opponent: NULL for a position.
 * bundle_dir: for a fault's repro bundle; it is made if needed. */
void candidate_take(struct candidate *, const struct syllabus *, const struct syllabus_case *,
                    struct contender *opponent, const char *bundle_dir, struct case_result *);

#endif
