/* Player threads take tasks from a queue and put finished games into a batch; one lock guards both.
 * The caller's thread alone changes tasks in the store, except for the heartbeat: it swaps the
 * batch for an empty one and saves it without holding the lock.
 *
 * If the store fails (its server restarts, the disk is full for a moment), saving the batch is
 * retried for a minute, while the threads play on until the next batch is full. Batches are saved
 * in order, so no task is marked done before its games are saved. If the store does not come back
 * the worker fails, and its leases expire.
 */
#include "tournament/worker.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/thread.h"
#include "tournament/batch.h"
#include "tournament/host.h"
#include "tournament/identity.h"
#include "tournament/plan.h"
#include "tournament/play.h"

enum {
    QUEUE = 512,     /* tasks taken at most */
    BATCH_FULL = 512 /* games */
};

static const double batch_seconds = 0.3;  /* that a game waits at most */
static const double chunk_seconds = 120;  /* of work that is taken at a time */
static const double moment_seconds = 0.5; /* of work that is taken at least */
static const double stop_seconds = 2;     /* until those that still think are given up */
static const double poll_seconds = 0.05;  /* at first, while others play the last tasks */
static const double poll_most = 1;

struct worker {
    const struct worker_options *options;
    const struct worker_listener *listener;
    struct play_context play;
    struct worker_summary *summary;
    int64_t id;
    double lease, patience;
    pthread_t thread[JOBS_THREADS_MAX], heart;

    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t news;  /* for the caller's thread */
    pthread_cond_t work;  /* for the players */
    pthread_cond_t beat;  /* for the heartbeat */
    struct store_task queue[QUEUE];
    int queued, next;    /* tasks next … queued - 1 wait */
    int playing, living; /* threads */
    bool over;           /* no more tasks will come */
    struct batch batch;
    double batch_since;  /* when its first game came */
    double task_seconds; /* an average; 0: not known yet */
    bool stale;          /* a task was left, since an agent has another program now */
    bool failed;         /* the store, in a player's thread */
    struct notes notes;  /* why */
    atomic_bool stop;    /* players are to leave their games */
};

/* By the monotonic clock: if the wall clock were set back meanwhile, a wait by it would hold the
 * heartbeat until the lease has expired. */
static void wait_at_most(pthread_cond_t *condition, pthread_mutex_t *lock, double seconds)
{
    struct timespec then;
    clock_gettime(CLOCK_MONOTONIC, &then);
    int64_t nanoseconds = then.tv_nsec + (int64_t)(seconds * 1e9);
    then.tv_sec += (time_t)(nanoseconds / 1000000000);
    then.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_cond_clockwait(condition, lock, CLOCK_MONOTONIC, &then);
}

static bool is_empty(const struct batch *batch)
{
    return batch->games == 0 && batch->tasks == 0;
}

/* --- players --- */

static void note_why(struct worker *w, const char *why)
{
    snprintf(w->summary->why, sizeof w->summary->why, "%s", why);
}

static void take_game(void *context, const struct store_game *game)
{
    struct worker *w = context;
    pthread_mutex_lock(&w->lock);
    if (is_empty(&w->batch))
        w->batch_since = clock_seconds(CLOCK_OF_WALL);
    batch_add_game(&w->batch, game);
    w->summary->games++;
    if (game->is_void) {
        w->summary->voids++;
        note_why(w, game->detail);
    }
    if (w->listener->game)
        w->listener->game(w->listener->context, game);
    if (w->batch.games >= BATCH_FULL)
        pthread_cond_signal(&w->news);
    pthread_mutex_unlock(&w->lock);
}

/* How few tasks in the queue are a reason to fetch more: the players are to be busy meanwhile. */
static int low_water(const struct worker *w)
{
    double jobs = w->options->jobs, each = w->task_seconds;
    const int most = QUEUE / 4;
    double tasks = each > 0 ? moment_seconds / 2 * jobs / each : 0;
    return tasks > most ? most : tasks > jobs ? (int)tasks : w->options->jobs - 1;
}

/* Waits for a task, and for room in the batch. False: there are no more. */
static bool next_task(struct worker *w, struct store_task *task)
{
    while (!w->over && !atomic_load(&w->stop) &&
           (w->next == w->queued || w->batch.games >= 4 * BATCH_FULL))
        pthread_cond_wait(&w->work, &w->lock);
    if (w->next == w->queued || atomic_load(&w->stop))
        return false;
    *task = w->queue[w->next++];
    if (w->queued - w->next == low_water(w))
        pthread_cond_signal(&w->news);
    return true;
}

/* A store that fails is tried again, like everywhere here; games that were saved meanwhile count
 * once. */
static enum play_end play_patiently(struct worker *w, const struct store_task *task,
                                    struct notes *notes)
{
    double began = clock_seconds(CLOCK_OF_WALL);
    for (;;) {
        *notes = (struct notes){0};
        enum play_end end = play_task(&w->play, task, take_game, w, notes);
        if (end != PLAY_FAILED || atomic_load(&w->stop) ||
            clock_seconds(CLOCK_OF_WALL) - began > w->patience)
            return end;
        nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    }
}

static void end_task(struct worker *w, const struct store_task *task, enum play_end end,
                     double seconds, const struct notes *notes)
{
    if (end == PLAY_DONE) {
        if (is_empty(&w->batch))
            w->batch_since = clock_seconds(CLOCK_OF_WALL);
        batch_add_task(&w->batch, task->id);
        w->summary->tasks++;
        w->task_seconds = w->task_seconds == 0 ? seconds : 0.9 * w->task_seconds + 0.1 * seconds;
    } else if (end == PLAY_FAILED) {
        w->failed = true;
        w->notes = *notes;
    } else if (end == PLAY_REFUSED) {
        w->summary->refused++;
        note_why(w, notes_why(notes));
    } else {
        w->stale = true;
    }
}

static void *play(void *context)
{
    struct worker *w = context;
    struct store_task task;
    pthread_mutex_lock(&w->lock);
    while (next_task(w, &task)) {
        w->playing++;
        pthread_mutex_unlock(&w->lock);
        double began = clock_seconds(CLOCK_OF_WALL);
        struct notes notes = {0};
        enum play_end end = play_patiently(w, &task, &notes);
        double took = clock_seconds(CLOCK_OF_WALL) - began;
        pthread_mutex_lock(&w->lock);
        end_task(w, &task, end, took, &notes);
        w->playing--;
        if (w->playing == 0 && w->next == w->queued)
            pthread_cond_signal(&w->news);
    }
    w->living--;
    pthread_cond_signal(&w->news);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* --- the heartbeat --- */

/* A failure here shows when games are saved. */
static void *keep_leases(void *context)
{
    struct worker *w = context;
    pthread_mutex_lock(&w->lock);
    while (!w->over) {
        wait_at_most(&w->beat, &w->lock, w->lease / 4);
        if (w->over)
            break;
        pthread_mutex_unlock(&w->lock);
        struct notes ignored = {0};
        store_keep_alive(w->play.store, w->id, w->lease, &ignored);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* --- the caller's thread; it has the lock but where it waits for the store --- */

static bool is_asked_to_stop(const struct worker *w)
{
    return w->options->stop && atomic_load(w->options->stop);
}

static void idle(struct worker *w, double seconds)
{
    wait_at_most(&w->news, &w->lock, seconds);
    if (!w->listener->idle)
        return;
    pthread_mutex_unlock(&w->lock);
    w->listener->idle(w->listener->context);
    pthread_mutex_lock(&w->lock);
}

/* Saves what has been played, without the lock, and tries for this many seconds. False, with a
 * fault noted, if the store does not take it; then it is still to be saved. */
static bool save(struct worker *w, double seconds, struct notes *notes)
{
    struct batch batch = w->batch;
    w->batch = (struct batch){0};
    pthread_mutex_unlock(&w->lock);
    double began = clock_seconds(CLOCK_OF_WALL);
    bool good;
    for (;;) {
        struct notes why = {0};
        good = batch_save(w->play.store, &batch, &why);
        if (good)
            break;
        double waited = clock_seconds(CLOCK_OF_WALL) - began;
        if (waited > (is_asked_to_stop(w) && stop_seconds < seconds ? stop_seconds : seconds)) {
            *notes = why;
            break;
        }
        nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    }
    pthread_mutex_lock(&w->lock);
    if (good) {
        batch_free(&batch);
    } else {
        batch_append(&batch, &w->batch);
        w->batch = batch;
    }
    pthread_cond_broadcast(&w->work);
    return good;
}

static bool is_due(const struct worker *w)
{
    if (is_empty(&w->batch))
        return false;
    return w->batch.games >= BATCH_FULL ||
           clock_seconds(CLOCK_OF_WALL) - w->batch_since >= batch_seconds;
}

/* How many tasks to take: a few minutes' work, but at most an eighth of what is open, so that the
 * last ones are spread over all workers; and not less than keeps us busy for a moment. */
static int chunk(const struct worker *w, const struct store_progress *progress)
{
    int64_t open = progress->tasks - progress->done - progress->leased;
    int64_t eighth = open / 8;
    double jobs = w->options->jobs, share = (double)eighth;
    double each = w->task_seconds > 1e-6 ? w->task_seconds : 1e-6;
    double wanted = w->task_seconds > 0 ? chunk_seconds * jobs / each : 2 * jobs;
    double least = w->task_seconds > 0 ? moment_seconds * jobs / each : 2 * jobs;
    wanted = wanted < share ? wanted : share;
    wanted = wanted > least ? wanted : least;
    wanted = wanted > 2 * jobs ? wanted : 2 * jobs;
    return wanted < QUEUE ? (int)wanted : QUEUE;
}

/* Tasks as they were taken are no longer those of the store: all are given back. */
static bool start_afresh(struct worker *w, struct notes *notes)
{
    w->stale = false;
    w->next = w->queued = 0;
    pthread_mutex_unlock(&w->lock);
    bool good = store_give_back(w->play.store, w->id, notes);
    pthread_mutex_lock(&w->lock);
    return good;
}

/* On one machine tasks of dead workers need not wait for their leases to expire. */
static bool bury(struct worker *w, struct notes *notes)
{
    enum { MOST = 256 };
    int64_t holder[MOST];
    int count = 0;
    bool good = !w->options->is_local || store_holders(w->play.store, holder, MOST, &count, notes);
    for (int i = 0; good && i < count; i++)
        if (identity_is_gone(holder[i]))
            good = store_give_back(w->play.store, holder[i], notes);
    return good;
}

/* Takes tasks, or plans them. *none: there are none now. False if the store fails. */
static bool refill(struct worker *w, bool *none, bool *more, struct notes *notes)
{
    struct store_task *tasks = memory_new(QUEUE * sizeof *tasks);
    struct store_progress progress;
    int count = 0, waiting = w->queued - w->next, room = QUEUE - waiting;
    pthread_mutex_unlock(&w->lock);
    bool good = store_progress(w->play.store, &progress, notes);
    if (good && progress.done < progress.tasks) {
        int wanted = chunk(w, &progress);
        bool open = progress.tasks - progress.done > progress.leased;
        good = (open || bury(w, notes)) &&
               store_take(w->play.store, w->id, w->lease, wanted < room ? wanted : room, tasks,
                          &count, notes);
        *more = true;
    } else if (good) {
        good = plan_next(w->play.store, w->play.settings, more, notes);
    }
    pthread_mutex_lock(&w->lock);
    waiting = w->queued - w->next;
    memmove(w->queue, w->queue + w->next, (size_t)waiting * sizeof *w->queue);
    memcpy(w->queue + waiting, tasks, (size_t)count * sizeof *tasks);
    w->next = 0;
    w->queued = waiting + count;
    *none = count == 0;
    if (count > 0)
        pthread_cond_broadcast(&w->work);
    free(tasks);
    return good;
}

/* The same with patience. */
static bool refill_patiently(struct worker *w, bool *none, bool *more, struct notes *notes)
{
    double began = clock_seconds(CLOCK_OF_WALL);
    for (;;) {
        struct notes why = {0};
        if (refill(w, none, more, &why))
            return true;
        if (clock_seconds(CLOCK_OF_WALL) - began > w->patience || is_asked_to_stop(w)) {
            *notes = why;
            return is_asked_to_stop(w);
        }
        idle(w, 0.5);
    }
}

static bool at_rest(const struct worker *w)
{
    return w->next == w->queued && w->playing == 0;
}

/* One look at everything. *pause: how long to wait for the next. */
static bool look_after(struct worker *w, double *poll, double *pause, struct notes *notes)
{
    bool none = false, more = true;
    *pause = batch_seconds / 2;
    if (is_due(w) && !save(w, w->patience, notes))
        return false;
    if (w->stale && !start_afresh(w, notes))
        return false;
    if (w->queued - w->next > low_water(w))
        return true;
    if (!refill_patiently(w, &none, &more, notes))
        return false;
    *poll = none ? *poll : poll_seconds;
    if (!none)
        return true;
    if (at_rest(w) && !is_empty(&w->batch)) { /* what we hold back may be what all wait for */
        *pause = 0;
        return save(w, w->patience, notes);
    }
    if (!more && at_rest(w))
        w->summary->finished = true;
    *pause = *poll < *pause || w->playing == 0 ? *poll : *pause;
    *poll = *poll * 1.5 < poll_most ? *poll * 1.5 : poll_most;
    return true;
}

/* Until nothing is left, we are asked to stop, or the store fails. */
static bool attend(struct worker *w, struct notes *notes)
{
    double poll = poll_seconds, pause;
    while (!is_asked_to_stop(w) && !w->failed) {
        if (!look_after(w, &poll, &pause, notes))
            return false;
        if (w->summary->finished)
            return true;
        if (pause > 0)
            idle(w, pause);
    }
    if (w->failed)
        *notes = w->notes;
    return !w->failed;
}

/* Ends the player threads; at once: abandons those that still wait for a move. */
static void dismiss(struct worker *w, bool at_once)
{
    w->over = true;
    if (at_once)
        atomic_store(&w->stop, true);
    pthread_cond_broadcast(&w->work);
    pthread_cond_broadcast(&w->beat);
    double began = clock_seconds(CLOCK_OF_WALL);
    while (w->living > 0) {
        wait_at_most(&w->news, &w->lock, batch_seconds);
        if (w->living == 0 || clock_seconds(CLOCK_OF_WALL) - began < stop_seconds ||
            !w->listener->give_up)
            continue;
        struct notes ignored = {0};
        save(w, 0, &ignored);
        pthread_mutex_unlock(&w->lock);
        store_give_back(w->play.store, w->id, &ignored);
        w->listener->give_up(w->listener->context);
        pthread_mutex_lock(&w->lock);
    }
}

static bool run(struct worker *w, struct notes *notes)
{
    w->living = w->options->jobs;
    for (int i = 0; i < w->options->jobs; i++)
        thread_must_start(&w->thread[i], play, w);
    thread_must_start(&w->heart, keep_leases, w);
    pthread_mutex_lock(&w->lock);
    bool good = attend(w, notes);
    dismiss(w, !w->summary->finished);
    struct notes last = {0};
    if (!save(w, good ? w->patience : 0, good ? notes : &last))
        good = false;
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->options->jobs; i++)
        pthread_join(w->thread[i], NULL);
    pthread_join(w->heart, NULL);
    if (!w->summary->finished && !store_give_back(w->play.store, w->id, &last))
        good = false;
    return good;
}

static bool has_programs(struct store *store, bool *programs, struct notes *notes)
{
    struct store_agent *agents;
    int count;
    if (!store_agents(store, &agents, &count, notes))
        return false;
    *programs = false;
    for (int i = 0; i < count; i++)
        *programs |= agents[i].is_program && agents[i].state == AGENT_ENTERED;
    store_free_agents(agents, count);
    return true;
}

bool worker_run(struct store *store, const struct settings *settings,
                const struct worker_options *options, const struct worker_listener *listener,
                struct worker_summary *summary, struct notes *notes)
{
    assert(options->jobs >= 1 && options->jobs <= JOBS_THREADS_MAX);
    *summary = (struct worker_summary){0};
    struct text conditions = {0};
    bool programs, good = false;
    struct worker *w = memory_zero(sizeof *w);
    *w = (struct worker){.options = options,
                         .listener = listener,
                         .summary = summary,
                         .id = options->is_local ? identity_own() : (int64_t)random_draw(),
                         .lease = options->lease > 0 ? options->lease : WORKER_LEASE,
                         .patience = options->patience > 0 ? options->patience : WORKER_PATIENCE,
                         .lock = PTHREAD_MUTEX_INITIALIZER,
                         .news = PTHREAD_COND_INITIALIZER,
                         .work = PTHREAD_COND_INITIALIZER,
                         .beat = PTHREAD_COND_INITIALIZER,
                         .play = {.store = store, .settings = settings, .stop = &w->stop}};
    settings_write_conditions(settings, &conditions);
    w->play.worker = w->id;
    w->play.conditions = conditions.data;
    w->play.roster = roster_new(store, settings, notes);
    if (w->play.roster && has_programs(store, &programs, notes) &&
        host_enter(store, settings, programs, &w->play.host, notes))
        good = run(w, notes);
    roster_free(w->play.roster);
    text_free(&conditions);
    batch_free(&w->batch);
    free(w);
    return good;
}
