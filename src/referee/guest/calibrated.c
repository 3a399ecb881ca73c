#include "referee/guest/calibrated.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "referee/guest/judge.h"
#include "referee/guest/program.h"
#include "referee/guest/sabotage.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/cell.h"
#include "referee/sandbox/folder.h"

struct calibrated {
    double seconds;
    pthread_mutex_t lock; /* guards what follows */
    bool done, there;
    double idle;
    struct text file;
    char words[CALIBRATED_WORDS];
};

struct calibrated *calibrated_new(double seconds)
{
    struct calibrated *c = memory_zero(sizeof *c);
    c->seconds = seconds > 0 ? seconds : CALIBRATE_SECONDS;
    pthread_mutex_init(&c->lock, NULL);
    return c;
}

void calibrated_free(struct calibrated *c)
{
    if (!c)
        return;
    pthread_mutex_destroy(&c->lock);
    text_free(&c->file);
    free(c);
}

static void fail(struct calibrated *c, const char *why)
{
    snprintf(c->words, sizeof c->words, "%.200s; there is no calibration.txt", shown(why));
}

/* Reads calibration.txt after a successful run. */
static void take_file(struct calibrated *c, const struct cell *cell, double cpu)
{
    const char *what;
    char why[100];
    c->there = folder_get(cell_home(cell), "calibration.txt", TEXT_FILE_MAX, &c->file, &what) ==
               FOLDER_FILE;
    if (c->there) {
        snprintf(c->words, sizeof c->words, "took %.2f s of CPU time of at most %g s", cpu,
                 c->seconds);
        return;
    }
    snprintf(why, sizeof why, "expected it to leave a file calibration.txt, found %s", what);
    fail(c, why);
}

/* Runs the command in a fresh cell. False if that failed on our side. */
static bool run(struct calibrated *c, const struct program *program)
{
    struct notes notes = {0};
    struct cell *cell = cell_new(&program->policy, &notes);
    if (!cell) {
        fail(c, notes_why(&notes));
        return false;
    }
    struct warden_order *order = memory_zero(sizeof *order);
    *order = (struct warden_order){.start = true, .cpu = c->seconds, .budget = 2 * c->seconds};
    snprintf(order->command, sizeof order->command, "%s", program->calibrate);
    const struct warden_report *report = cell_order(cell, order);
    c->idle = judge_idle_run(report);
    struct answer answer = {0};
    struct move_time no_limit = {0};
    enum verdict verdict = judge_run(report, &program->policy, order, &no_limit, CLOCK_CPU,
                                     &answer);
    char over[120];
    if (report->end == WARDEN_OVER_CPU || report->end == WARDEN_OVER_BUDGET ||
        (verdict == VERDICT_NONE && report->cpu > c->seconds)) {
        snprintf(over, sizeof over,
                 "exceeded its limit: %.2f s of CPU time, %.2f s in all, of %g s", report->cpu,
                 report->wall, c->seconds);
        fail(c, over);
    } else if (verdict != VERDICT_NONE) {
        fail(c, answer.detail);
    } else {
        take_file(c, cell, report->cpu);
    }
    free(order);
    cell_free(cell);
    return verdict != VERDICT_OUR_FAILURE;
}

const struct text *calibrated_file(struct calibrated *c, const struct program *program)
{
    if (!c)
        return NULL;
    pthread_mutex_lock(&c->lock);
    for (int retries = 0; !c->done && retries <= OUR_FAILURE_RETRIES && !cancel_requested();
         retries++)
        c->done = run(c, program);
    c->done = true;
    pthread_mutex_unlock(&c->lock);
    return c->there ? &c->file : NULL;
}

void calibrated_tell(struct calibrated *c, char words[CALIBRATED_WORDS], bool *failed)
{
    words[0] = 0;
    *failed = false;
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    memcpy(words, c->words, sizeof c->words);
    *failed = c->done && !c->there;
    pthread_mutex_unlock(&c->lock);
}

double calibrated_idle(struct calibrated *c)
{
    if (!c)
        return 0;
    pthread_mutex_lock(&c->lock);
    double idle = c->idle;
    pthread_mutex_unlock(&c->lock);
    return idle;
}
