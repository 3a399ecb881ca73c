#include "referee/sandbox/forker.h"

#include <errno.h>
#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool running, joined;
    struct meter *meter;
    pid_t (*fork_child)(void *); /* NULL: nothing to do */
    void *context;
    pid_t pid;
    int error;
} forker = {.lock = PTHREAD_MUTEX_INITIALIZER, .news = PTHREAD_COND_INITIALIZER};

static void *work(void *unused)
{
    pthread_mutex_lock(&forker.lock);
    meter_join(forker.meter);
    forker.joined = true;
    for (;;) {
        pthread_cond_broadcast(&forker.news);
        while (!forker.fork_child)
            pthread_cond_wait(&forker.news, &forker.lock);
        forker.pid = forker.fork_child(forker.context);
        forker.error = errno;
        forker.fork_child = NULL;
    }
    return unused;
}

bool forker_start(struct meter *meter)
{
    pthread_t thread;
    if (!meter_has_groups_to_join(meter))
        return true;
    forker.meter = meter;
    int error = pthread_create(&thread, NULL, work, NULL);
    if (error) {
        errno = error;
        return false;
    }
    pthread_mutex_lock(&forker.lock);
    while (!forker.joined)
        pthread_cond_wait(&forker.news, &forker.lock);
    pthread_mutex_unlock(&forker.lock);
    return forker.running = true;
}

pid_t forker_call(pid_t (*fork_child)(void *), void *context)
{
    if (!forker.running)
        return fork_child(context);
    pthread_mutex_lock(&forker.lock);
    forker.context = context;
    forker.fork_child = fork_child;
    pthread_cond_broadcast(&forker.news);
    while (forker.fork_child)
        pthread_cond_wait(&forker.news, &forker.lock);
    errno = forker.error;
    pid_t pid = forker.pid;
    pthread_mutex_unlock(&forker.lock);
    return pid;
}
