/* Lets a grandchild think whose parent has gone, so that nobody waits for it. */
#include "misbehaving.h"

#include <sys/wait.h>

int main(void)
{
    be_asked();
    int done[2];
    char byte;
    if (pipe(done) != 0)
        return 1;
    if (fork() == 0) {
        if (fork() == 0) {
            setsid();
            burn(0.1);
            return write(done[1], "x", 1) != 1;
        }
        _exit(0);
    }
    wait(NULL);
    if (read(done[0], &byte, 1) == 1)
        answer();
    go_on_honestly();
    return 0;
}
