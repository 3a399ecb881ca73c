#include "serve/errand.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/thread.h"

/* The threads that answer requests have priority: thirty searches at once must weigh less than one
 * of them. */
enum { PATIENT_NICENESS = 19, NICENESS = 10 };

struct errand {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t news;
    atomic_bool stop;
    errand_work *work;
    void *context;
    bool patient;
    bool done;
    struct text told;
};

static atomic_int running;

static void *run(void *context)
{
    struct errand *errand = context;
    pthread_setname_np(pthread_self(), "errand");
    /* On Linux each thread has its own policy and niceness; failure to set them is harmless. A
     * SCHED_BATCH thread does not preempt another one when it wakes up. */
    (void)sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0});
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), errand->patient ? PATIENT_NICENESS : NICENESS);
    errand->work(errand, errand->context);
    pthread_mutex_lock(&errand->lock);
    errand->done = true;
    pthread_cond_signal(&errand->news);
    pthread_mutex_unlock(&errand->lock);
    return NULL;
}

static struct errand *errand_new(errand_work *work, void *context, bool patient)
{
    struct errand *errand = memory_zero(sizeof *errand);
    errand->work = work;
    errand->context = context;
    errand->patient = patient;
    pthread_mutex_init(&errand->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&errand->news, &attributes);
    pthread_condattr_destroy(&attributes);
    return errand;
}

static void errand_free(struct errand *errand)
{
    pthread_cond_destroy(&errand->news);
    pthread_mutex_destroy(&errand->lock);
    text_free(&errand->told);
    free(errand);
    atomic_fetch_sub(&running, 1);
}

struct errand *errand_start(errand_work *work, void *context, bool patient)
{
    if (atomic_fetch_add(&running, 1) >= ERRANDS_MAX) {
        atomic_fetch_sub(&running, 1);
        return NULL;
    }
    struct errand *errand = errand_new(work, context, patient);
    if (!thread_start(&errand->thread, run, errand)) { /* as if there were too many */
        errand_free(errand);
        return NULL;
    }
    return errand;
}

const atomic_bool *errand_stop(const struct errand *errand)
{
    return &errand->stop;
}

void errand_tell(struct errand *errand, const struct text *line)
{
    pthread_mutex_lock(&errand->lock);
    text_add_bytes(&errand->told, line->data, line->length);
    text_add_bytes(&errand->told, "\n", 1);
    pthread_cond_signal(&errand->news);
    pthread_mutex_unlock(&errand->lock);
}

bool errand_listen(struct errand *errand, int milliseconds, struct text *out)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&errand->lock);
    int late = 0;
    while (errand->told.length == 0 && !errand->done && late == 0)
        late = pthread_cond_timedwait(&errand->news, &errand->lock, &until);
    bool goes_on = errand->told.length > 0 || !errand->done;
    if (errand->told.length > 0)
        text_add_bytes(out, errand->told.data, errand->told.length);
    text_clear(&errand->told);
    pthread_mutex_unlock(&errand->lock);
    return goes_on;
}

void errand_end(struct errand *errand)
{
    atomic_store(&errand->stop, true);
    pthread_join(errand->thread, NULL);
    errand_free(errand);
}
