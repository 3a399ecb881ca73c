/* Lets a child think and ignores it, so that the kernel forgets what it has used. */
#include "misbehaving.h"

#include <signal.h>
#include <sys/wait.h>

int main(void)
{
    be_asked();
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) {
        burn(0.1);
        _exit(0);
    }
    wait(NULL);
    answer();
    go_on_honestly();
    return 0;
}
