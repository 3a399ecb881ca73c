#include "base/jobs.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/thread.h"

enum {
    AHEAD = 4, /* times the threads: so far may work be ahead of the delivery */
    IDLE_NANOSECONDS = 200000000
};

/* Results wait in a ring: the one of a number is in slot number % ahead. */
struct crew {
    struct jobs *jobs;
    pthread_mutex_t lock;
    pthread_cond_t news;
    int next;      /* to be begun */
    int delivered; /* how many results */
    int ahead;     /* next < delivered + ahead */
    bool *done;    /* by slot */
    char *results; /* likewise */
};

static void *result_of(const struct crew *crew, int number)
{
    return crew->results + (size_t)(number % crew->ahead) * crew->jobs->result_bytes;
}

/* Waits until the next piece may be begun; false if there is none. */
static bool may_begin(struct crew *crew)
{
    struct jobs *jobs = crew->jobs;
    while (!atomic_load(&jobs->enough) && crew->next < jobs->count &&
           crew->next >= crew->delivered + crew->ahead)
        pthread_cond_wait(&crew->news, &crew->lock);
    return !atomic_load(&jobs->enough) && crew->next < jobs->count;
}

static void *work(void *context)
{
    struct crew *crew = context;
    struct jobs *jobs = crew->jobs;
    pthread_mutex_lock(&crew->lock);
    while (may_begin(crew)) {
        int number = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        memset(result_of(crew, number), 0, jobs->result_bytes);
        jobs->work(jobs->context, number, result_of(crew, number));
        pthread_mutex_lock(&crew->lock);
        crew->done[number % crew->ahead] = true;
        pthread_cond_broadcast(&crew->news);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void wait_for_news(struct crew *crew)
{
    struct timespec soon;
    clock_gettime(CLOCK_MONOTONIC, &soon); /* the other clock may be set back */
    soon.tv_nsec += IDLE_NANOSECONDS;
    soon.tv_sec += soon.tv_nsec / 1000000000;
    soon.tv_nsec %= 1000000000;
    if (pthread_cond_clockwait(&crew->news, &crew->lock, CLOCK_MONOTONIC, &soon) != ETIMEDOUT ||
        !crew->jobs->idle)
        return;
    pthread_mutex_unlock(&crew->lock);
    crew->jobs->idle(crew->jobs->context);
    pthread_mutex_lock(&crew->lock);
}

void jobs_run(struct jobs *jobs)
{
    assert(jobs->count >= 1 && jobs->threads >= 1 && jobs->threads <= JOBS_THREADS_MAX);
    /* a single thread waits for the delivery, so that it never works in vain */
    int ahead = jobs->threads == 1 ? 1 : AHEAD * jobs->threads;
    struct crew crew = {.jobs = jobs,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .news = PTHREAD_COND_INITIALIZER,
                        .ahead = ahead,
                        .done = memory_zero((size_t)ahead * sizeof(bool)),
                        .results = memory_zero((size_t)ahead * jobs->result_bytes)};
    pthread_t thread[JOBS_THREADS_MAX];
    for (int i = 0; i < jobs->threads; i++)
        thread_must_start(&thread[i], work, &crew);

    pthread_mutex_lock(&crew.lock);
    while (!atomic_load(&jobs->enough)) {
        bool *done = &crew.done[crew.delivered % ahead];
        while (!*done)
            wait_for_news(&crew);
        *done = false;
        pthread_mutex_unlock(&crew.lock);
        bool wanted = jobs->deliver(jobs->context, crew.delivered,
                                    result_of(&crew, crew.delivered));
        pthread_mutex_lock(&crew.lock);
        if (++crew.delivered == jobs->count || !wanted)
            atomic_store(&jobs->enough, true);
        pthread_cond_broadcast(&crew.news);
    }
    pthread_mutex_unlock(&crew.lock);
    for (int i = 0; i < jobs->threads; i++)
        pthread_join(thread[i], NULL);
    free(crew.done);
    free(crew.results);
}
