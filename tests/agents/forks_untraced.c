/* Starts a process that nobody is to trace. */
#include "misbehaving.h"

#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>

int main(void)
{
    be_asked();
    if (syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, 0, 0, 0, 0) == 0)
        burn(1e9);
    answer();
    go_on_honestly();
    return 0;
}
