#include "cmd/thinker.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd/cli.h"

#include "base/thread.h"

static void *run(void *argument)
{
    struct thinker *thinker = argument;
    thinker->work(thinker->context, &thinker->stop);
    atomic_store(&thinker->done, true);
    return NULL;
}

void thinker_start(struct thinker *thinker, thinker_work *work, void *context)
{
    assert(!thinker->started);
    thinker->work = work;
    thinker->context = context;
    atomic_store(&thinker->stop, false);
    atomic_store(&thinker->done, false);
    /* signals, of a resized terminal above all, are for the thread that has the screen */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_must_start(&thinker->thread, run, thinker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    thinker->started = true;
}

bool thinker_is_done(struct thinker *thinker)
{
    if (!thinker->started || !atomic_load(&thinker->done))
        return false;
    pthread_join(thinker->thread, NULL);
    thinker->started = false;
    return true;
}

void thinker_hurry(struct thinker *thinker)
{
    atomic_store(&thinker->stop, true);
}

void thinker_end(struct thinker *thinker)
{
    thinker_hurry(thinker);
    if (thinker->started)
        pthread_join(thinker->thread, NULL);
    thinker->started = false;
}
