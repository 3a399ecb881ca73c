#include "agents/punctual.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/thread.h"

struct punctual {
    struct agent *agent;
    struct turn turn; /* the thread's */
    pthread_t thread;
    bool has_thread;
    double worst_lateness;
    atomic_bool stop;

    pthread_mutex_t lock; /* of the rest */
    pthread_cond_t is_done;
    unsigned best;
    bool done;
    struct report report; /* if it is done */
};

/* What of the worst lateness is still believed a turn later: machines calm down. */
static const double kept_lateness = 0.75;

double punctual_moment(double hard, double granted, double worst_lateness)
{
    double moment = granted <= 0 ? 0 : hard + (granted - hard) / 3;
    return fmax(moment - 2 * worst_lateness, moment / 2);
}

/* The last moment, in seconds after the time began to run; 0: there is none. */
static double granted_by(const struct allowance *a)
{
    if (a->remaining > 0 && a->move_cap > 0)
        return fmin(a->remaining, a->move_cap);
    return a->remaining > 0 ? a->remaining : a->move_cap;
}

static void take_better(void *context, unsigned code)
{
    struct punctual *p = context;
    pthread_mutex_lock(&p->lock);
    p->best = code;
    pthread_mutex_unlock(&p->lock);
}

static void *think(void *context)
{
    struct punctual *p = context;
    struct report report;
    unsigned code = agent_choose(p->agent, &p->turn, &report);
    pthread_mutex_lock(&p->lock);
    p->best = code;
    p->report = report;
    p->done = true;
    pthread_cond_signal(&p->is_done);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct punctual *punctual_new(struct agent *agent)
{
    struct punctual *p = memory_zero(sizeof *p);
    p->agent = agent;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); /* that of CLOCK_OF_WALL */
    pthread_cond_init(&p->is_done, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void punctual_settle(struct punctual *p)
{
    if (!p->has_thread)
        return;
    atomic_store(&p->stop, true);
    pthread_join(p->thread, NULL);
    p->has_thread = false;
}

void punctual_free(struct punctual *p)
{
    if (!p)
        return;
    punctual_settle(p);
    pthread_cond_destroy(&p->is_done);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* Sleeps until the agent has answered or this second by the wall clock has come; 0: it never does.
 * Returns by how much it was later. */
static double sleep_until(struct punctual *p, double second)
{
    struct timespec at = {.tv_sec = (time_t)second,
                          .tv_nsec = (long)(1e9 * (second - floor(second)))};
    int came = 0;
    while (!p->done && came != ETIMEDOUT)
        came = second > 0 ? pthread_cond_timedwait(&p->is_done, &p->lock, &at)
                          : pthread_cond_wait(&p->is_done, &p->lock);
    return second > 0 ? clock_seconds(CLOCK_OF_WALL) - second : 0;
}

/* Sleeps until the agent has answered or its time is over. */
static void wait_for_answer(struct punctual *p, const struct limits *limits, double granted)
{
    const double naps = 16;
    for (bool is_over = false; !p->done && !is_over;) {
        double moment = punctual_moment(limits->hard, granted, p->worst_lateness);
        double next = limits_elapsed(limits) + moment / naps;
        double lateness = sleep_until(p, moment > 0 ? limits->started + fmin(next, moment) : 0);
        p->worst_lateness = fmax(p->worst_lateness, lateness);
        is_over = limits_elapsed(limits) >= moment;
    }
}

unsigned punctual_choose(struct punctual *p, const struct turn *turn, struct report *report)
{
    assert(!turn->allowance.stop && !turn->better);
    assert(turn->allowance.source == CLOCK_OF_WALL);
    punctual_settle(p);
    p->turn = *turn;
    p->turn.allowance.stop = &p->stop;
    p->turn.better = take_better;
    p->turn.better_context = p;
    p->worst_lateness *= kept_lateness;
    p->best = filter_first(turn->admits, turn->admits_context, turn->position);
    p->done = false;
    atomic_store(&p->stop, false);
    const struct limits limits = limits_for(turn->position, &turn->allowance);
    p->has_thread = thread_start(&p->thread, think, p);
    if (!p->has_thread)
        return agent_choose(p->agent, turn, report);

    pthread_mutex_lock(&p->lock);
    wait_for_answer(p, &limits, granted_by(&turn->allowance));
    unsigned code = p->best;
    *report = p->done ? p->report : (struct report){.seconds = limits_elapsed(&limits)};
    pthread_mutex_unlock(&p->lock);
    atomic_store(&p->stop, true);
    return code;
}
