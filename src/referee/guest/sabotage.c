#include "referee/guest/sabotage.h"

#include <stdio.h>

#include "referee/guest/judge.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/cell.h"

/* True if another warden with the same policy works now. */
static bool another_works(const struct program *program)
{
    struct notes ignored = {0};
    struct cell *cell = cell_new(&program->policy, &ignored);
    if (!cell)
        return false;
    struct warden_order order = {.start = true, .budget = 60, .command = "true"};
    const struct warden_report *report = cell_order(cell, &order);
    bool stands = report->end == WARDEN_ENDED && report->status == 0;
    cell_free(cell);
    return stands;
}

void sabotage_judge(struct answer *answer, const struct program *program, int *failures)
{
    if (!answer->warden_failed || cancel_requested() || !program || !another_works(program) ||
        ++*failures <= OUR_FAILURE_RETRIES)
        return;
    char what[sizeof answer->detail];
    snprintf(what, sizeof what, "%s", answer->detail);
    judge_says(
        answer, VERDICT_SABOTAGE,
        "%.200s; this happened in %d of %d attempts, and each time another warden worked right after it",
        what, *failures, *failures);
}
