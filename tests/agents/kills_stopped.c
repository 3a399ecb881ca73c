/* Kills processes that, being traced, stop again and again: some at the moment when that is told.
 */
#include "misbehaving.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { ROUNDS = 150, TOGETHER = 4 };

static void ignore(int signal)
{
    (void)signal;
}

/* One that tells that it lives, and then stops without end. */
static pid_t begin(int told)
{
    pid_t child = fork();
    if (child == 0) {
        signal(SIGUSR1, ignore);
        if (write(told, "", 1) != 1)
            _exit(1);
        for (;;)
            raise(SIGUSR1);
    }
    return child;
}

int main(void)
{
    int ends[2];
    be_asked();
    if (pipe(ends) != 0)
        return 1;
    for (int i = 0; i < ROUNDS; i++) {
        pid_t child[TOGETHER];
        char byte;
        for (int k = 0; k < TOGETHER; k++)
            if ((child[k] = begin(ends[1])) < 0 || read(ends[0], &byte, 1) != 1)
                exit(1); /* the rest ends with us */
        for (int k = 0; k < TOGETHER; k++) {
            kill(child[k], SIGKILL);
            waitpid(child[k], NULL, 0);
        }
    }
    answer();
    go_on_honestly();
    return 0;
}
