#include "serve/engine.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/thread.h"
#include "serve/analysis.h"
#include "serve/ask.h"

enum { JOBS_MAX = 20000, NAME_MOST = 60 };

static const double seconds_default = 1;

/* One question; all its jobs share it. */
struct query {
    struct ask ask;
    struct tale tale;
    atomic_bool stop;
    int jobs; /* jobs not answered yet; guarded by the engine's lock */
};

struct job {
    struct query *query;
    int ply;
    struct job *next;
};

struct engine {
    engine_writer *write;
    void *context;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t news;
    struct job *first, *last; /* the queue of waiting jobs */
    struct job *running[ENGINE_THREADS_MAX];
    int waiting;
    bool ending;
    pthread_mutex_t writing;
    pthread_t thread[ENGINE_THREADS_MAX];
    int threads;
};

static void write_line(struct engine *e, struct text *line)
{
    json_close(line, '}');
    pthread_mutex_lock(&e->writing);
    e->write(e->context, line->data);
    pthread_mutex_unlock(&e->writing);
    text_free(line);
}

static void put_warnings(struct text *line, const struct ask *ask)
{
    if (ask->unread_count == 0)
        return;
    json_open(line, "warnings", '[');
    for (int i = 0; i < ask->unread_count && i < ASK_UNREAD_MAX; i++) {
        struct text warning = {0};
        text_add_foreign(&warning, ask->unread[i], strlen(ask->unread[i]), NAME_MOST);
        text_add(&warning, ": not a member of a question, ignored");
        json_put_string(line, NULL, warning.data);
        text_free(&warning);
    }
    if (ask->unread_count > ASK_UNREAD_MAX)
        json_put_string(line, NULL, "and more members that are ignored");
    json_close(line, ']');
}

/* Starts an answer to a question, with its id if it has one. */
static void open_line(struct text *line, const struct ask *ask)
{
    json_open(line, NULL, '{');
    if (ask->id)
        json_put_string(line, "id", ask->id);
    put_warnings(line, ask);
}

static void answer_error(struct engine *e, const struct ask *ask, const char *error)
{
    struct text line = {0};
    open_line(&line, ask);
    json_put_string(&line, "error", error);
    write_line(e, &line);
}

/* --- searching --- */

struct teller {
    struct engine *engine;
    const struct job *job;
    double told; /* wall-clock time of the last update */
};

static void tell(struct teller *teller, const struct analysis *a)
{
    struct text line = {0};
    open_line(&line, &teller->job->query->ask);
    json_put_integer(&line, "turnNumber", teller->job->ply);
    json_put_bool(&line, "isDuringSearch", !a->done);
    json_analysis(&line, a);
    write_line(teller->engine, &line);
}

static void hear(void *context, const struct analysis *a)
{
    struct teller *teller = context;
    double every = teller->job->query->ask.every, now = clock_seconds(CLOCK_OF_WALL);
    if (a->done) {
        tell(teller, a);
    } else if (every > 0 && now - teller->told >= every && a->line[0].has_value) {
        teller->told = now;
        tell(teller, a);
    }
}

static void do_job(struct engine *e, const struct job *job)
{
    struct query *q = job->query;
    struct text line = {0};
    bool over = position_is_over(q->tale.session->position[job->ply]);
    if (over || atomic_load(&q->stop)) {
        open_line(&line, &q->ask);
        json_put_integer(&line, "turnNumber", job->ply);
        json_put_bool(&line, "isDuringSearch", false);
        json_put_bool(&line, over ? "over" : "noResults", true);
        write_line(e, &line);
        return;
    }
    bool limited = q->ask.seconds > 0 || q->ask.nodes > 0 || q->ask.depth > 0;
    struct limits limits = analysis_limits(limited ? q->ask.seconds : seconds_default, &q->stop);
    limits.nodes = (uint64_t)q->ask.nodes;
    limits.depth = q->ask.depth;
    struct analyst *analyst = analyst_new(q->tale.session->world,
                                          q->ask.lines > 0 ? q->ask.lines : 1);
    struct analysis *result = memory_new(sizeof *result);
    struct teller teller = {.engine = e, .job = job, .told = limits.started};
    analyst_run(analyst, q->tale.session, job->ply, &limits, hear, &teller, result);
    free(result);
    analyst_free(analyst);
}

/* --- the queue --- */

static void query_free(struct query *q)
{
    tale_free(&q->tale);
    ask_free(&q->ask);
    free(q);
}

static struct job *next_job(struct engine *e, int worker)
{
    pthread_mutex_lock(&e->lock);
    while (!e->first && !e->ending)
        pthread_cond_wait(&e->news, &e->lock);
    struct job *job = e->first;
    if (job) {
        e->first = job->next;
        e->last = e->first ? e->last : NULL;
        e->waiting--;
    }
    e->running[worker] = job;
    pthread_mutex_unlock(&e->lock);
    return job;
}

static void end_job(struct engine *e, int worker)
{
    pthread_mutex_lock(&e->lock);
    struct job *job = e->running[worker];
    e->running[worker] = NULL;
    bool last = --job->query->jobs == 0;
    pthread_mutex_unlock(&e->lock);
    if (last)
        query_free(job->query);
    free(job);
}

struct worker {
    struct engine *engine;
    int number;
};

static void *work(void *context)
{
    struct worker worker = *(struct worker *)context;
    free(context);
    for (struct job *job; (job = next_job(worker.engine, worker.number));) {
        do_job(worker.engine, job);
        end_job(worker.engine, worker.number);
    }
    return NULL;
}

struct engine *engine_new(int threads, engine_writer *write, void *context)
{
    assert(threads >= 1 && threads <= ENGINE_THREADS_MAX);
    struct engine *e = memory_zero(sizeof *e);
    e->write = write;
    e->context = context;
    pthread_mutex_init(&e->lock, NULL);
    pthread_mutex_init(&e->writing, NULL);
    pthread_cond_init(&e->news, NULL);
    for (; e->threads < threads; e->threads++) {
        struct worker *worker = memory_new(sizeof *worker);
        *worker = (struct worker){e, e->threads};
        thread_must_start(&e->thread[e->threads], work, worker);
    }
    return e;
}

void engine_free(struct engine *e)
{
    pthread_mutex_lock(&e->lock);
    e->ending = true;
    pthread_cond_broadcast(&e->news);
    pthread_mutex_unlock(&e->lock);
    for (int i = 0; i < e->threads; i++)
        pthread_join(e->thread[i], NULL);
    pthread_cond_destroy(&e->news);
    pthread_mutex_destroy(&e->writing);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

/* --- input lines --- */

static bool enqueue(struct engine *e, struct query *q)
{
    int last_ply = q->tale.session->count;
    int count = q->ask.turn_count > 0 ? q->ask.turn_count : 1;
    pthread_mutex_lock(&e->lock);
    bool room = e->waiting + count <= JOBS_MAX;
    for (int i = 0; i < count && room; i++) {
        struct job *job = memory_zero(sizeof *job);
        job->query = q;
        job->ply = q->ask.turn_count > 0 ? q->ask.turns[i] : last_ply;
        if (e->last)
            e->last->next = job;
        else
            e->first = job;
        e->last = job;
        e->waiting++;
        q->jobs++;
    }
    pthread_cond_broadcast(&e->news);
    pthread_mutex_unlock(&e->lock);
    return room;
}

static void stop_if_named(const struct job *job, const char *id)
{
    const char *found = job->query->ask.id;
    if (!id || (found && strcmp(found, id) == 0))
        atomic_store(&job->query->stop, true);
}

/* Stops the questions with this id; NULL: all questions. */
static void terminate(struct engine *e, const char *id)
{
    pthread_mutex_lock(&e->lock);
    for (struct job *job = e->first; job; job = job->next)
        stop_if_named(job, id);
    for (int i = 0; i < e->threads; i++)
        if (e->running[i])
            stop_if_named(e->running[i], id);
    pthread_mutex_unlock(&e->lock);
}

static void act(struct engine *e, const struct ask *ask)
{
    bool all = strcmp(ask->action, "terminate_all") == 0;
    bool version = strcmp(ask->action, "query_version") == 0;
    if (!all && !version && strcmp(ask->action, "terminate") != 0) {
        answer_error(e, ask, "action: expected terminate, terminate_all or query_version");
        return;
    }
    if (!all && !version && !ask->terminate) {
        answer_error(e, ask, "terminateId: expected an id, found none");
        return;
    }
    if (!version)
        terminate(e, all ? NULL : ask->terminate);
    struct text line = {0};
    open_line(&line, ask);
    json_put_string(&line, "action", ask->action);
    if (version)
        json_put_integer(&line, "version", 1);
    else if (!all)
        json_put_string(&line, "terminateId", ask->terminate);
    write_line(e, &line);
}

void engine_take(struct engine *e, const char *line, size_t length)
{
    struct query *q = memory_zero(sizeof *q);
    struct notes notes = {0};
    bool queued = false;
    const struct ask *ask = &q->ask;
    if (!ask_read(line, length, &q->ask, &notes) ||
        (!ask->action && ask->id && !ask_tale(ask, &q->tale, &notes)))
        answer_error(e, ask, notes_why(&notes));
    else if (ask->action)
        act(e, ask);
    else if (!ask->id)
        answer_error(e, ask, "id: expected a text, found none");
    else if (!(queued = enqueue(e, q)))
        answer_error(e, ask, "too many positions are waiting");
    if (!queued)
        query_free(q);
}
