/* thinker.h - work that goes on while the screen stays alive
 *
 * One piece of work at a time runs in a thread of its own. Whoever started it looks in now and
 * then, and can ask it to come to an end.
 */
#ifndef CMD_THINKER_H
#define CMD_THINKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Does the work; ends it early once *stop is set. */
typedef void thinker_work(void *context, const atomic_bool *stop);

struct thinker {
    pthread_t thread;
    thinker_work *work;
    void *context;
    bool started; /* and not yet collected */
    atomic_bool stop, done;
};

/* Begins a piece of work; the last one has been collected. The context belongs to the work until
 * then. */
void thinker_start(struct thinker *, thinker_work *, void *context);

/* Collects the work if it has come to its end: true once for each piece of work. */
bool thinker_is_done(struct thinker *);

/* Asks the work to come to its end soon. */
void thinker_hurry(struct thinker *);

/* Has the work come to its end, and collects it; no harm if there is none. */
void thinker_end(struct thinker *);

#endif
