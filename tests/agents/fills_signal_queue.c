/* Queues signals that it blocks, until the kernel takes no more; there is one account of them for
 * all that a user runs. With the word "victim" it has a timer, as an honest program may, and says
 * by its exit status that it got none. */
#include "misbehaving.h"

#include <signal.h>

int main(int argc, char **argv)
{
    be_asked();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
    if (argc > 1 && strcmp(argv[1], "victim") == 0) {
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
            return 1;
    } else {
        while (sigqueue(getpid(), SIGRTMIN + 3, (union sigval){0}) == 0) {
        }
    }
    answer();
    go_on_honestly();
    return 0;
}
