#include "referee/sandbox/cleaner.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/foreign.h"
#include "base/memory.h"
#include "base/thread.h"
#include "referee/sandbox/cancel.h"
#include "referee/sandbox/folder.h"

/* A directory that is still to be removed. */
struct rest {
    struct rest *next;
    char *path;
};

static struct {
    pthread_mutex_t lock;
    struct rest *rests;
    bool started, works; /* started: the thread must be joined; works: it still takes rests */
    pthread_t thread;
    atomic_bool stop;
} cleaner = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void complain(const char *path)
{
    fprintf(stderr, "plywood: %s cannot be removed: %s\n", shown(path), strerror(errno));
}

static void free_rest(struct rest *rest)
{
    free(rest->path);
    free(rest);
}

/* The next rest. NULL if there is none; the thread must end then. */
static struct rest *take(void)
{
    pthread_mutex_lock(&cleaner.lock);
    struct rest *rest = atomic_load(&cleaner.stop) ? NULL : cleaner.rests;
    if (rest)
        cleaner.rests = rest->next;
    else
        cleaner.works = false;
    pthread_mutex_unlock(&cleaner.lock);
    return rest;
}

static void *work(void *context)
{
    (void)context;
    sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
    cancel_set_flag(&cleaner.stop);
    for (struct rest *rest; (rest = take()) != NULL; free_rest(rest))
        if (!folder_remove(AT_FDCWD, rest->path) && !cancel_requested())
            complain(rest->path);
    return NULL;
}

static void keep(const char *path)
{
    struct rest *rest = memory_new(sizeof *rest);
    pthread_mutex_lock(&cleaner.lock);
    *rest = (struct rest){cleaner.rests, memory_string(path)};
    cleaner.rests = rest;
    if (!cleaner.works && !atomic_load(&cleaner.stop)) {
        if (cleaner.started)
            pthread_join(cleaner.thread, NULL);
        cleaner.started = cleaner.works = thread_start(&cleaner.thread, work, NULL);
    }
    pthread_mutex_unlock(&cleaner.lock);
}

void cleaner_remove(const char *path)
{
    if (folder_remove(AT_FDCWD, path))
        return;
    if (cancel_requested())
        keep(path);
    else
        complain(path);
}

void cleaner_stop(void)
{
    atomic_store(&cleaner.stop, true);
    pthread_mutex_lock(&cleaner.lock);
    bool started = cleaner.started;
    cleaner.started = false;
    pthread_mutex_unlock(&cleaner.lock);
    if (started)
        pthread_join(cleaner.thread, NULL);
    while (cleaner.rests) {
        struct rest *rest = cleaner.rests;
        cleaner.rests = rest->next;
        free_rest(rest);
    }
}
