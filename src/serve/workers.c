#include "serve/workers.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/thread.h"

enum { SPARE = 4, IDLE_MOST = 8 };

struct task {
    struct task *next;
    void (*work)(void *);
    void *context;
};

struct workers {
    int most;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t news;  /* there is a task, or the pool is stopping */
    pthread_cond_t left;  /* the last thread has ended */
    struct task *first, **end;
    int threads, idle;
    bool stopping;
};

static void *run(void *context);

/* Starts a thread. The caller holds the lock. If no thread can be created, the pool works on with
 * those it has. */
static void start_one(struct workers *w)
{
    pthread_t thread;
    if (w->threads == w->most || !thread_start(&thread, run, w))
        return;
    pthread_detach(thread);
    w->threads++;
}

static struct task *take(struct workers *w)
{
    struct task *task = w->first;
    w->first = task->next;
    if (!w->first)
        w->end = &w->first;
    return task;
}

static void *run(void *context)
{
    struct workers *w = context;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        w->idle++;
        bool enough = w->idle > IDLE_MOST;
        while (!w->first && !w->stopping && !enough)
            pthread_cond_wait(&w->news, &w->lock);
        w->idle--;
        if (!w->first)
            break;
        struct task *task = take(w);
        if (w->idle < SPARE && !w->stopping)
            start_one(w);
        pthread_mutex_unlock(&w->lock);
        task->work(task->context);
        free(task);
        pthread_mutex_lock(&w->lock);
    }
    w->threads--;
    pthread_cond_broadcast(&w->left);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct workers *workers_new(int most)
{
    struct workers *w = memory_zero(sizeof *w);
    w->most = most;
    w->end = &w->first;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->news, NULL);
    pthread_cond_init(&w->left, NULL);
    pthread_mutex_lock(&w->lock);
    for (int i = 0; i < SPARE; i++)
        start_one(w);
    pthread_mutex_unlock(&w->lock);
    return w;
}

bool workers_do(struct workers *w, void (*work)(void *), void *context)
{
    struct task *task = memory_new(sizeof *task);
    *task = (struct task){NULL, work, context};
    pthread_mutex_lock(&w->lock);
    bool taken = !w->stopping;
    if (taken && w->threads == 0)
        start_one(w);
    taken = taken && w->threads > 0;
    if (taken) {
        *w->end = task;
        w->end = &task->next;
        pthread_cond_signal(&w->news);
    }
    pthread_mutex_unlock(&w->lock);
    if (!taken)
        free(task);
    return taken;
}

void workers_stop(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_broadcast(&w->news);
    while (w->threads > 0)
        pthread_cond_wait(&w->left, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

void workers_free(struct workers *w)
{
    if (!w)
        return;
    workers_stop(w);
    pthread_cond_destroy(&w->left);
    pthread_cond_destroy(&w->news);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
