/* Answers at once, and has itself woken while it is to be still: by a timer, or by a child that it
 * wakes in turn. Tells how long it was still at the longest, seen by a thread that never rests. */
#include "misbehaving.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static _Atomic double longest;
static atomic_long looks;

static void *stay_awake(void *unused)
{
    for (double before = now(), after;; before = after) {
        after = now();
        if (after - before > longest)
            longest = after - before;
        looks++;
    }
    return unused;
}

static void note_signal(int number)
{
    (void)number; /* some kernels give up a timer whose signal is ignored */
}

static void set_timer(void)
{
    timer_t timer;
    signal(SIGCONT, note_signal);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct itimerspec often = {{0, 1000000}, {0, 1000000}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
        timer_settime(timer, 0, &often, NULL);
}

static void *wake(void *other)
{
    for (pid_t pid = *(pid_t *)other;;)
        kill(pid, SIGCONT);
    return NULL;
}

static void have_a_child(void)
{
    static pid_t other;
    pthread_t thread;
    pid_t self = getpid(), child = fork();
    other = child == 0 ? self : child;
    if (child == 0)
        wake(&other);
    pthread_create(&thread, NULL, wake, &other);
}

int main(int argc, char **argv)
{
    char line[4096];
    pthread_t thread;
    be_asked();
    pthread_create(&thread, NULL, stay_awake, NULL);
    if (argc > 1 && strcmp(argv[1], "timer") == 0)
        set_timer();
    else
        have_a_child();
    while (looks == 0)
        sched_yield();
    answer();
    while (fgets(line, sizeof line, stdin))
        if (line[0] == '(') {
            for (long since = looks; looks < since + 2;)
                sched_yield(); /* the thread has to go on first */
            fprintf(stderr, "still %f\n", longest);
            answer();
        }
    return 0;
}
