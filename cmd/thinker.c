#include "cmd/thinker.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd/cli.h"

enum { STACK_BYTES = 16 << 20 }; /* a search keeps a list of moves for every ply of its line */

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
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    int fault = pthread_create(&thinker->thread, &attributes, run, thinker);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (fault) {
        fprintf(stderr, "plywood: no thread can be started\n");
        exit(EXIT_CANNOT);
    }
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
