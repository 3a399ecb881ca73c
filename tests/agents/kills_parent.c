/* Kills whoever started it, and leaves a child that nobody knows of. */
#include "misbehaving.h"

#include <signal.h>

int main(void)
{
    be_asked();
    kill(getppid(), SIGKILL);
    if (fork() == 0)
        for (;;)
            pause();
    answer();
    go_on_honestly();
    return 0;
}
